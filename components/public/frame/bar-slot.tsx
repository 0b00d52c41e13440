'use client'

import type { Phase } from '@/lib/phase/rules'
import type { PageLink } from '@/lib/visibility/rules'
import { useSavedTickets } from '../ticket/saved-tickets'
import { type PhaseClock, usePhase } from '../use-phase'

export interface BarSlotProps extends PhaseClock {
  /** Link to the ticket sale; null while visitors can buy no ticket on the site. */
  buy: PageLink | null
}

/**
 * Link in the bottom bar of a phone, next to the menu button. It depends on the phase of the
 * festival and on the tickets stored on the phone.
 */
export function BarSlot({ buy, ...clock }: BarSlotProps) {
  const phase = usePhase(clock)
  const tickets = useSavedTickets() ?? []
  const link = slotOf(phase, buy, tickets)
  return <div className="poster-bar-slot">{link && <a href={link.address}>{link.label}</a>}</div>
}

/**
 * Returns the link: home during the night, else the stored ticket, else (before the night) the
 * ticket sale. Null leaves the slot empty.
 */
export function slotOf(phase: Phase, buy: PageLink | null, tickets: { code: string }[]) {
  if (phase === 'night') return { address: '/', label: 'Sada' }
  const [first, ...others] = tickets
  if (!first) return phase === 'before' ? buy : null
  const address = others.length > 0 ? '/karta' : `/karta/${first.code}`
  return { address, label: 'Moja ulaznica' }
}
