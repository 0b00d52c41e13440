import { GUEST_MESSAGES } from '@/lib/guests/messages'
import { isConfirmationCode } from '@/lib/guests/rules'
import type { CheckIn, Guest } from '@/lib/guests/schema'
import { ApiError, api } from '@/lib/http/client'

export type VerdictKind =
  | 'admitted'
  | 'inside'
  | 'noTicket'
  | 'unknown'
  | 'notCode'
  | 'offline'
  | 'error'

export interface Verdict {
  kind: VerdictKind
  guest: Guest | null
  /** What to say beside the word; the name and the time come from the guest. */
  sentence: string
  /** Tells one verdict from the next, also when they read the same. */
  at: number
}

/** Who waits at a gate waits no longer than this for an answer, in ms. */
const PATIENCE = 6_000
/** How far phone and server may disagree about an admission's time, in ms. */
const TOLERANCE = 3_000

/** How far the server's clock is ahead of this phone's, in ms, as the last admission showed. */
let serverAhead = 0

export const verdict = (kind: VerdictKind, guest: Guest | null = null, sentence = ''): Verdict => ({
  kind,
  guest,
  sentence,
  at: Date.now(),
})

/** A signal that gives up after the gate's patience; a given-up request counts as offline. */
export function patience(): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), PATIENCE)
  return controller.signal
}

/** Learns the server's clock from an admission that was asked for at `asked` and came now. */
export function learnClock(guest: Guest, asked: number) {
  if (guest.enteredTime) serverAhead = Date.parse(guest.enteredTime) - (asked + Date.now()) / 2
}

/**
 * A request that the network swallowed may have admitted the guest. The retry then hears
 * 'already inside' with a time after the first try: that admission was this very phone's,
 * and the volunteer is shown ULAZ, not a warning. `firstTry` is null when nothing was lost.
 */
export function isOwnLostAdmission(guest: Guest, firstTry: number | null): boolean {
  if (firstTry === null || !guest.enteredTime) return false
  return Date.parse(guest.enteredTime) >= firstTry + serverAhead - TOLERANCE
}

/** Asks the server to admit the bearer of a scanned text. Never throws. */
export async function judgeScan(text: string, firstTry: number | null): Promise<Verdict> {
  if (!isConfirmationCode(text)) return verdict('notCode', null, GUEST_MESSAGES.invalidCode)
  const asked = Date.now()
  try {
    const answer = await api<CheckIn>(
      'POST',
      '/guests/check-in/',
      { confCode: text.trim() },
      patience(),
    )
    const { guest } = answer
    if (answer.verdict === 'admitted') {
      learnClock(guest, asked)
      return verdict('admitted', guest)
    }
    return verdict(isOwnLostAdmission(guest, firstTry) ? 'admitted' : 'inside', guest)
  } catch (error) {
    const refused = refusal(error)
    if (refused.kind !== 'offline') return refused
    return { ...refused, sentence: 'Kod je zapamćen i šalje se ponovno čim bude mreže.' }
  }
}

/** What a failed call means at the gate (spec section 8). */
export function refusal(error: unknown): Verdict {
  // A body that broke off on the way is no ApiError; it is the network all the same.
  if (!(error instanceof ApiError) || error.status === 0)
    return verdict('offline', null, 'Nema veze s poslužiteljem. Pokušajte ponovno.')
  if (error.code === 'ticket_returned') return verdict('noTicket', null, error.detail)
  if (error.code === 'unknown_qr') return verdict('unknown', null, GUEST_MESSAGES.unknownCode)
  if (error.code === 'invalid_qr') return verdict('notCode', null, GUEST_MESSAGES.invalidCode)
  return verdict('error', null, GUEST_MESSAGES.unknownError)
}
