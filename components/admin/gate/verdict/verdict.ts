import { GUEST_MESSAGES, isConfirmationCode } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { ApiError, api } from '@/lib/http/client'
import { VERDICT_KINDS, VERDICTS, type VerdictKind } from './kinds'

/** What only the gate says. */
const GATE_MESSAGES = {
  justAdmitted: 'Upravo propušten na ovom uređaju.',
  noRights:
    'Više nemate ovlasti za puštanje na ulaz. Javite se administratoru; čim vam ih vrati, pokušajte ponovno.',
}

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
/** So long an admission counts as one of just now, in ms. */
const JUST_NOW = 60_000

/** How far the server's clock is ahead of this phone's, in ms, as the last admission showed. */
let serverAhead = 0

/** When the server says that this phone let a guest in, by the guest's id. */
const ownAdmissions = new Map<number, string>()

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

/** This phone let a guest in: it asked at `asked`, and the answer, with the server's clock, is here. */
export function learnAdmission(guest: Guest, asked: number) {
  if (!guest.enteredTime) return
  serverAhead = Date.parse(guest.enteredTime) - (asked + Date.now()) / 2
  ownAdmissions.set(guest.id, guest.enteredTime)
}

/** Inside already: by this phone a moment ago, which is no reason to hold anybody up, or since before. */
export function insideVerdict(guest: Guest): Verdict {
  const isOwn = guest.enteredTime !== null && ownAdmissions.get(guest.id) === guest.enteredTime
  const age = Date.now() + serverAhead - Date.parse(guest.enteredTime ?? '')
  return verdict('inside', guest, isOwn && age < JUST_NOW ? GATE_MESSAGES.justAdmitted : '')
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
    const answer = await api('POST', '/guests/check-in', {
      body: { confCode: text.trim() },
      signal: patience(),
    })
    const { guest } = answer
    if (answer.verdict === 'admitted') {
      learnAdmission(guest, asked)
      return verdict('admitted', guest)
    }
    return isOwnLostAdmission(guest, firstTry) ? verdict('admitted', guest) : insideVerdict(guest)
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
  const kind = VERDICT_KINDS.find((one) => VERDICTS[one].code === error.code)
  if (kind) return verdict(kind, null, error.detail)
  if (error.code === 'forbidden') return verdict('error', null, GATE_MESSAGES.noRights)
  return verdict('error', null, GUEST_MESSAGES.unknownError)
}
