import { ClausesPage } from '@/components/public/text-pages'
import { getTexts } from '@/lib/site/reads'
import { textSections } from '@/lib/translations/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/pravila-ponasanja')

export default async function CodeOfConduct() {
  await requireVisiblePage('/pravila-ponasanja')
  const sections = textSections(await getTexts(), 'pravila')
  return <ClausesPage title="Pravila ponašanja" sections={sections} variant="rules" />
}
