import { ClausesPage } from '@/components/public/text-pages'
import { getTexts } from '@/lib/site/reads'
import { textSections } from '@/lib/translations/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/uvjeti-koristenja')

export default async function Terms() {
  await requireVisiblePage('/uvjeti-koristenja')
  const sections = textSections(await getTexts(), 'uvjeti')
  return <ClausesPage title="Uvjeti korištenja" sections={sections} variant="terms" />
}
