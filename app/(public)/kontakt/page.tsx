import { ContactPage } from '@/components/public/text-pages'
import { getFestival } from '@/lib/site/festival'
import { getTexts } from '@/lib/site/reads'
import { textSections } from '@/lib/translations/rules'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/kontakt')

export default async function Contact() {
  await openPage('/kontakt')
  const [festival, texts] = await Promise.all([getFestival(), getTexts()])
  return (
    <ContactPage festival={festival} sections={textSections(texts, 'kontakt')} mapAddress="/t2" />
  )
}
