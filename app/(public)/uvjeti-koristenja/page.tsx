import { ClausesPage } from '@/components/public/text-pages'
import { getTexts } from '@/lib/site/reads'
import { textSections } from '@/lib/translations/rules'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/uvjeti-koristenja')

export default async function Terms() {
  await openPage('/uvjeti-koristenja')
  const sections = textSections(await getTexts(), 'uvjeti')
  return <ClausesPage title="Uvjeti korištenja" sections={sections} look="terms" />
}
