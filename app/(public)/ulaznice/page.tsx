import { TicketsPage } from '@/components/public/tickets/tickets-page'
import { getPhase } from '@/lib/phase/cached'
import { getFestival } from '@/lib/site/festival'
import { getTexts } from '@/lib/site/reads'
import { textSections } from '@/lib/translations/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/ulaznice')

export default async function Tickets() {
  await requireVisiblePage('/ulaznice')
  const [festival, phase, texts] = await Promise.all([getFestival(), getPhase(), getTexts()])
  return (
    <TicketsPage festival={festival} phase={phase} sections={textSections(texts, 'ulaznice')} />
  )
}
