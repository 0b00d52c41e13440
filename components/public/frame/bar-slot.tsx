'use client'

import type { Phase } from '@/lib/phase/rules'
import type { PageLink } from '@/lib/visibility/rules'
import { useKeptTickets } from '../ticket/kept'
import { type PhaseClock, usePhase } from '../use-phase'

export interface BarSlotProps extends PhaseClock {
  /** Where tickets are sold, while visitors may go there. */
  buy: PageLink | null
}

/** The one slot in the bar of a phone: what most visitors want now. */
export function BarSlot({ buy, ...clock }: BarSlotProps) {
  const phase = usePhase(clock)
  const tickets = useKeptTickets() ?? []
  const link = slotOf(phase, buy, tickets)
  return <div className="poster-bar-slot">{link && <a href={link.address}>{link.label}</a>}</div>
}

/** What the slot says and where it leads; null leaves it empty. */
export function slotOf(phase: Phase, buy: PageLink | null, tickets: { code: string }[]) {
  if (phase === 'night') return { address: '/', label: 'Sada' }
  const [first, ...others] = tickets
  if (!first) return phase === 'before' ? buy : null
  const address = others.length > 0 ? '/karta' : `/karta/${first.code}`
  return { address, label: 'Moja ulaznica' }
}
