import { ContactPage } from '@/components/public/text-pages'
import { getFestival } from '@/lib/site/festival'
import { getTexts } from '@/lib/site/reads'
import { textSections } from '@/lib/translations/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/kontakt')

export default async function Contact() {
  await requireVisiblePage('/kontakt')
  const [festival, texts] = await Promise.all([getFestival(), getTexts()])
  return (
    <ContactPage festival={festival} sections={textSections(texts, 'kontakt')} mapAddress="/t2" />
  )
}
