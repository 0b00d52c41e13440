/**
 * Writes that were acknowledged to clients, to be compared with the database. `open` counts or
 * lists writes whose outcome is unknown.
 */
export class AcknowledgedWrites {
  /** By guest id: sales and returns of the ticket, by a ticket desk or by a bulk job. */
  readonly tickets = new Map<number, { sold: number; returned: number; open: number }>()
  /**
   * By id of a cash shift: the expected cash in cents. `corrections` has the corrections by reason.
   */
  readonly shifts = new Map<number, { cents: number; open: number }>()
  readonly corrections = new Map<string, { cents: number; isKnown: boolean }>()
  readonly signups = new Map<string, boolean>()
  readonly sponsorGuests = new Map<string, boolean>()
  /**
   * By guest id: the note and ban of the last acknowledged write. Null if the outcome of a write is
   * unknown.
   */
  readonly notes = new Map<number, { note: string; ban: string | null } | null>()
  /**
   * By guest id: words that bulk jobs appended to the note. `open` are those whose
   * outcome is unknown.
   */
  readonly words = new Map<number, { acknowledged: string[]; open: string[] }>()
  readonly flags = new Map<string, string | null>()
  readonly texts = new Map<number, string | null>()
  /** By guest id: whether an admission by the check-in endpoint was acknowledged. */
  readonly checkedIn = new Map<number, boolean>()
  /** By name of the phone: its last report, with the passages that it has shown. */
  readonly phones = new Map<string, PhoneReport>()

  /** Ids of the guests whose tickets are sold for money at a ticket desk. */
  readonly soldAtTill = new Set<number>()

  isSoldAtTill(guest: number) {
    return this.soldAtTill.has(guest)
  }

  ticket(guest: number) {
    const ticket = this.tickets.get(guest) ?? { sold: 0, returned: 0, open: 0 }
    this.tickets.set(guest, ticket)
    return ticket
  }
}

export interface PhoneReport {
  device: string
  queue: number
  passages: {
    id: string
    guestId: number | null
    verdict: string
    sent: string
    decided: string
    takesBack: string | null
  }[]
  /**
   * Number of guests inside by the roster of this phone, of those that it scans. `own` says for
   * each guest that only this phone scans whether the guest is inside.
   */
  inside: number
  /** Number of guests inside the venue that the server last reported, or null if unknown. */
  insideVenue: number | null
  own: [guest: number, isInside: boolean][]
}
