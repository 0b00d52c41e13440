/** What people remember of what was acknowledged to them; what they never heard of is `open`. */
export class AcknowledgedWrites {
  /** Tickets of a desk or of a bulk, by guest. */
  readonly tickets = new Map<number, { sold: number; returned: number; open: number }>()
  /** Shifts with the cash that went through them, and corrections by their reason. */
  readonly shifts = new Map<number, { cents: number; open: number }>()
  readonly corrections = new Map<string, { cents: number; isKnown: boolean }>()
  readonly signups = new Map<string, boolean>()
  readonly sponsorGuests = new Map<string, boolean>()
  /** By guest: what note and ban are by now; null: nobody knows. */
  readonly notes = new Map<number, { note: string; ban: string | null } | null>()
  /** Words that a bulk put behind notes, by guest, and those that it may have. */
  readonly words = new Map<number, { told: string[]; open: string[] }>()
  readonly flags = new Map<string, string | null>()
  readonly texts = new Map<number, string | null>()
  /** Guests whom the check-in call let in, by name for the history. */
  readonly checkedIn = new Map<number, boolean>()
  /** What each phone has shown to somebody, as it keeps it. */
  readonly phones = new Map<string, PhoneReport>()

  /** Guests whose tickets a desk sells, for money. */
  readonly atTill = new Set<number>()

  isOfTill(guest: number) {
    return this.atTill.has(guest)
  }

  ticket(guest: number) {
    const found = this.tickets.get(guest) ?? { sold: 0, returned: 0, open: 0 }
    this.tickets.set(guest, found)
    return found
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
  /** How many are inside by what this phone knows, and of its own guests who. */
  inside: number
  /** How many it believes in the whole house, by what it was told. */
  house: number | null
  own: [guest: number, isInside: boolean][]
}
