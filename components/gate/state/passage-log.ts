import { changesPresence, checksumOf, type PassageChecksum } from '@/lib/admission/rules'
import { zagrebDayBounds } from '@/lib/time/zagreb'
import type { OwnPassage } from './device-storage'

/** So long an admission counts as one of just now, in ms. */
const JUST_NOW = 60_000
/** How far apart phone and server may place the same admission, in ms. */
const TOLERANCE = 5_000
/** A festival's night ends in the morning, not at midnight, in ms after it. */
const NIGHT_ENDS = 8 * 60 * 60 * 1000

const timeOf = (passage: OwnPassage) => Date.parse(passage.at)

/**
 * The time at which this page was opened, by this phone's clock as it is set now: another value
 * says that the clock was set meanwhile.
 */
const clockNow = () => Date.now() - performance.now()

/** All that this phone has done in its shift, in the order in which it happened. */
export class PassageLog {
  private all = new Map<string, OwnPassage>()
  private byGuest = new Map<number, OwnPassage[]>()
  private takenBack = new Set<string>()
  /** By which setting of the clock this page noted a passage. */
  private clocks = new WeakMap<OwnPassage, number>()

  /** With the passages of an earlier page. */
  constructor(passages: OwnPassage[] = []) {
    this.takeEarlier(passages)
  }

  add(passage: OwnPassage) {
    this.clocks.set(passage, clockNow())
    this.take(passage)
  }

  /** Takes over what an earlier page noted; ids are in the order of time. */
  takeEarlier(passages: OwnPassage[]) {
    const unknown = passages.filter(({ id }) => !this.all.has(id))
    const all = [...unknown, ...this.passages].sort((a, b) => (a.id < b.id ? -1 : 1))
    this.all.clear()
    this.byGuest.clear()
    for (const passage of all) this.take(passage)
  }

  private take(passage: OwnPassage) {
    this.all.set(passage.id, passage)
    if (passage.takesBack) this.takenBack.add(passage.takesBack)
    if (!passage.guestId || !changesPresence(passage.verdict)) return
    const of = this.byGuest.get(passage.guestId)
    if (of) of.push(passage)
    else this.byGuest.set(passage.guestId, [passage])
  }

  get queue() {
    return [...this.all.values()].filter(({ sent }) => sent === 'no')
  }

  get passages() {
    return [...this.all.values()]
  }

  /** Over what the server should hold of this phone's own decisions. */
  get tally(): PassageChecksum {
    return checksumOf(this.delivered.map(({ id }) => id))
  }

  /** Sends all of that again. */
  resend() {
    const again = this.delivered
    for (const passage of again) passage.sent = 'no'
    return again
  }

  /**
   * The server's time turned out to be `jump` ms later than this phone took it for. Whatever was
   * noted by the clock as it is set now was noted that much too early.
   */
  setClock(jump: number): OwnPassage[] {
    const now = clockNow()
    const wrong = this.queue.filter((one) => {
      // A clock that was set back by the jump was ahead by it. A phone that slept blurs that.
      const off = (this.clocks.get(one) ?? Number.NaN) - now
      return Math.abs(off) < Math.abs(off - jump)
    })
    for (const one of wrong) one.at = new Date(timeOf(one) + jump).toISOString()
    return wrong
  }

  /** Since when a guest is inside, knowing besides the roster what the server has not heard. */
  sinceOf(guestId: number, known: number | null): number | null {
    let since = known
    for (const move of this.movesOf(guestId))
      if (move.sent === 'no') since = move.verdict === 'left' ? null : (since ?? timeOf(move))
    return since
  }

  /** How many more are inside by what the server has not heard. */
  get balance() {
    return this.queue
      .filter(
        ({ id, guestId, verdict }) =>
          guestId && changesPresence(verdict) && !this.takenBack.has(id),
      )
      .reduce((sum, { verdict }) => sum + (verdict === 'admitted' ? 1 : -1), 0)
  }

  /** Whether this phone admitted the guest a moment ago, for a guest who is inside since a time. */
  isJustAdmitted(guestId: number, since: number | null, now: number): boolean {
    const last = this.movesOf(guestId).at(-1)
    if (last?.verdict !== 'admitted' || since === null) return false
    const age = now - timeOf(last)
    return age < JUST_NOW && Math.abs(timeOf(last) - since) < TOLERANCE
  }

  /** Returns the last admission of a code that the roster does not have. */
  admissionOf(code: string): OwnPassage | undefined {
    return this.passages.findLast(
      (passage) => passage.code === code && passage.verdict === 'admitted' && !passage.guestId,
    )
  }

  /** How many this phone has let in tonight; who goes out and comes back counts once. */
  admittedSince(from: number): number {
    let admitted = 0
    for (const guestId of this.byGuest.keys()) {
      const last = this.movesOf(guestId).at(-1)
      if (last?.verdict === 'admitted' && timeOf(last) >= from) admitted++
    }
    return (
      admitted +
      this.passages.filter(
        (one) => !one.guestId && one.verdict === 'admitted' && timeOf(one) >= from,
      ).length
    )
  }

  private get delivered() {
    return this.passages.filter(({ sent, decided }) => sent === 'yes' && decided !== 'server')
  }

  private movesOf(guestId: number) {
    return (this.byGuest.get(guestId) ?? []).filter(({ id }) => !this.takenBack.has(id))
  }
}

/** When the night began that this moment belongs to. */
export const nightOf = (now: number) =>
  zagrebDayBounds(new Date(now - NIGHT_ENDS)).from.getTime() + NIGHT_ENDS
