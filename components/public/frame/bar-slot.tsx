'use client'

import type { Phase } from '@/lib/phase/rules'
import type { PageLink } from '@/lib/visibility/rules'
import { useNow } from '../programme/use-now'
import { useKeptTickets } from '../ticket/kept'

export interface BarSlotProps {
  /** The phase by the server's clock, when the page was made. */
  phase: Phase
  opensAt: string | null
  closesAt: string | null
  /** Where tickets are sold, while visitors may go there. */
  buy: PageLink | null
}

/** The one slot in the bar of a phone: what most visitors want now. */
export function BarSlot({ buy, ...times }: BarSlotProps) {
  const moment = useMoment(times)
  const tickets = useKeptTickets() ?? []
  const link = slotOf(moment, buy, tickets)
  return <div className="poster-bar-slot">{link && <a href={link.address}>{link.label}</a>}</div>
}

type Moment = 'before' | 'night' | 'after'

/** Before the night, between doors and end, or after; also on a page that stayed open or was kept. */
function useMoment({ phase, opensAt, closesAt }: Omit<BarSlotProps, 'buy'>): Moment {
  const now = useNow()
  if (phase === 'after' || !opensAt || !closesAt || now === null || now < Date.parse(opensAt))
    return phase
  return now < Date.parse(closesAt) ? 'night' : 'after'
}

/** What the slot says and where it leads; null leaves it empty. */
export function slotOf(moment: Moment, buy: PageLink | null, tickets: { code: string }[]) {
  if (moment === 'night') return { address: '/', label: 'Sada' }
  const [first, ...others] = tickets
  if (!first) return moment === 'before' ? buy : null
  const address = others.length > 0 ? '/karta' : `/karta/${first.code}`
  return { address, label: 'Moja ulaznica' }
}
