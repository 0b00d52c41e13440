import { TicketsPage } from '@/components/public/tickets/tickets-page'
import { getTexts } from '@/lib/cache/reads'
import { getFestival } from '@/lib/settings/cached'
import { textSections } from '@/lib/translations/rules'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/ulaznice')

export default async function Tickets() {
  await openPage('/ulaznice')
  const [festival, texts] = await Promise.all([getFestival(), getTexts()])
  return <TicketsPage festival={festival} sections={textSections(texts, 'ulaznice')} />
}
