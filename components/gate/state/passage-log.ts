import { changesPresence, checksumOf, type PassageChecksum } from '@/lib/admission/rules'
import { zagrebDayBounds } from '@/lib/time/zagreb'
import type { OwnPassage } from './device-storage'

/** Time for which a second scan counts as a repetition of the admission. */
const JUST_ADMITTED_MS = 60_000
/** Maximum difference between the times of one admission on phone and server. */
const SAME_ADMISSION_MS = 5_000
/** The festival's night ends in the morning: time after midnight. */
const NIGHT_END_MS = 8 * 60 * 60 * 1000

const timeOf = (passage: OwnPassage) => Date.parse(passage.at)

/**
 * The time at which this page was opened, by this phone's clock as it is set now: another value
 * says that the clock was set meanwhile.
 */
export const clockNow = () => Date.now() - performance.now()

/** Passages that this phone has recorded in its shift, in order of time. */
export class PassageLog {
  private all = new Map<string, OwnPassage>()
  private byGuest = new Map<number, OwnPassage[]>()
  private takenBack = new Set<string>()
  /** Setting of the clock (`clockNow`) when this page recorded a passage. */
  private clocks = new WeakMap<OwnPassage, number>()

  /** With the passages of an earlier page. */
  constructor(passages: OwnPassage[] = []) {
    this.takeEarlier(passages)
  }

  add(passage: OwnPassage) {
    this.clocks.set(passage, clockNow())
    this.take(passage)
  }

  /** Adds passages of an earlier page. Their ids sort by time. */
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

  /** Checksum of the passages that the server should have from this phone. */
  get tally(): PassageChecksum {
    return checksumOf(this.delivered.map(({ id }) => id))
  }

  /** Puts the passages of `tally` into the queue again, and returns them. */
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

  /** Time since which a guest is inside: the time of the roster, changed by passages not sent yet. */
  sinceOf(guestId: number, known: number | null): number | null {
    let since = known
    for (const move of this.movesOf(guestId))
      if (move.sent === 'no') since = move.verdict === 'left' ? null : (since ?? timeOf(move))
    return since
  }

  /** Change of the number of guests inside by passages not sent yet. */
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
    return age < JUST_ADMITTED_MS && Math.abs(timeOf(last) - since) < SAME_ADMISSION_MS
  }

  /** Returns the last admission of a code that the roster does not have. */
  admissionOf(code: string): OwnPassage | undefined {
    return this.passages.findLast(
      (passage) => passage.code === code && passage.verdict === 'admitted' && !passage.guestId,
    )
  }

  /** Number of guests admitted by this phone since a time. A guest who comes back counts once. */
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

/** Start of the night of a moment, both in ms. */
export const nightOf = (now: number) =>
  zagrebDayBounds(new Date(now - NIGHT_END_MS)).from.getTime() + NIGHT_END_MS
