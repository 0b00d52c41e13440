import {
  changesPresence,
  checksumOf,
  countsForPresence,
  type PassageChecksum,
} from '@/lib/admission/rules'
import { lastZagrebHour } from '@/lib/time/zagreb'
import type { OwnPassage } from './device-storage'

/** Time in which another scan of the same guest counts as a repetition (rule 6.19). */
const REPETITION_MS = 60_000
/** Maximum error of the server's time as the phone estimates it. */
export const CLOCK_ERROR_MS = 5_000
/**
 * Maximum difference between the times that phone and server store for the same admission. The
 * server corrects the times of an upload only if the phone's clock is wrong by more than 30 s.
 */
const SAME_ADMISSION_MS = 30_000 + CLOCK_ERROR_MS
/** Hour in Zagreb at which an event night ends, and the next one starts. */
const NIGHT_END_HOUR = 8

const timeOf = (passage: OwnPassage) => Date.parse(passage.at)

/** Whether another scan of the same guest counts as a repetition. `now` is in ms. */
export const isRecent = (passage: OwnPassage, now: number) => now - timeOf(passage) < REPETITION_MS

/**
 * Returns the time at which the page was opened, by the current setting of the phone's clock.
 * Another value later means that the clock was set meanwhile.
 */
export const clockNow = () => Date.now() - performance.now()

/** Passages that this phone has recorded in its gate shift, in order of time. */
export class PassageLog {
  private all = new Map<string, OwnPassage>()
  private byGuest = new Map<number, OwnPassage[]>()
  private voided = new Set<string>()
  /** Time by the phone's clock, and setting of the clock, when this page recorded the passage. */
  private clocks = new WeakMap<OwnPassage, { time: number; setting: number }>()

  /** Starts with the stored passages of an earlier visit of the page. */
  constructor(passages: OwnPassage[] = []) {
    this.addEarlier(passages)
  }

  add(passage: OwnPassage) {
    this.clocks.set(passage, { time: Date.now(), setting: clockNow() })
    this.store(passage)
  }

  /**
   * Adds stored passages of an earlier visit of the page. The ids sort by time (UUID version 7).
   */
  addEarlier(passages: OwnPassage[]) {
    const unknown = passages.filter(({ id }) => !this.all.has(id))
    const all = [...unknown, ...this.passages].sort((a, b) => (a.id < b.id ? -1 : 1))
    this.all.clear()
    this.byGuest.clear()
    for (const passage of all) this.store(passage)
  }

  private store(passage: OwnPassage) {
    this.all.set(passage.id, passage)
    if (passage.takesBack) this.voided.add(passage.takesBack)
    if (!passage.guestId || !countsForPresence(passage.verdict)) return
    const changes = this.byGuest.get(passage.guestId)
    if (changes) changes.push(passage)
    else this.byGuest.set(passage.guestId, [passage])
  }

  get queue() {
    return [...this.all.values()].filter(({ sent }) => sent === 'no')
  }

  get passages() {
    return [...this.all.values()]
  }

  /**
   * Checksum of the delivered passages that this phone decided itself. The server computes the same
   * from its stored passages.
   */
  get checksum(): PassageChecksum {
    return checksumOf(this.delivered.map(({ id }) => id))
  }

  /** Puts the passages of `checksum` into the queue again, and returns them. */
  resend() {
    const passages = this.delivered
    for (const passage of passages) passage.sent = 'no'
    return passages
  }

  /**
   * Computes the times of queued passages again, after the clock offset has changed by `jump` ms to
   * `ahead`. Only passages recorded by the current setting of the clock are changed and returned.
   */
  setClock(jump: number, ahead: number): OwnPassage[] {
    const now = clockNow()
    const changed: OwnPassage[] = []
    for (const passage of this.queue) {
      const recorded = this.clocks.get(passage)
      if (!recorded) continue
      // `change` is near 0 for a passage recorded by the current setting of the clock, and near `jump`
      // for one recorded before the clock was set. Sleep of the phone makes both inexact.
      const change = recorded.setting - now
      if (Math.abs(change) >= Math.abs(change - jump)) continue
      passage.at = new Date(recorded.time + ahead).toISOString()
      changed.push(passage)
    }
    return changed
  }

  /**
   * Returns the time since which a guest is inside, in ms; null outside. `known` is the time in the
   * roster, which unsent passages correct.
   */
  sinceOf(guestId: number, known: number | null): number | null {
    let since = known
    for (const change of this.presenceChangesOf(guestId)) {
      if (change.sent !== 'no') continue
      const at = timeOf(change)
      if (change.verdict === 'admitted') since ??= at
      // The roster may contain an admission from after a scan of a guest who was outside.
      else if (change.verdict === 'left' || (since !== null && since < at)) since = null
    }
    return since
  }

  /** Change of the occupancy by unsent passages: admissions minus exits. */
  get unsentBalance() {
    return this.queue
      .filter(
        ({ id, guestId, verdict }) => guestId && changesPresence(verdict) && !this.voided.has(id),
      )
      .reduce((sum, { verdict }) => sum + (verdict === 'admitted' ? 1 : -1), 0)
  }

  /**
   * Whether this phone admitted the guest less than a minute ago, and `since` is the time of that
   * admission. Times in ms.
   */
  isJustAdmitted(guestId: number, since: number | null, now: number): boolean {
    const last = this.presenceChangesOf(guestId).at(-1)
    if (last?.verdict !== 'admitted' || since === null) return false
    return isRecent(last, now) && Math.abs(timeOf(last) - since) < SAME_ADMISSION_MS
  }

  /**
   * Returns the id of a scan less than a minute ago with the verdict `outside`, if it was the last
   * one of the guest; null otherwise. If the guest is admitted now, the phone was set to exits by
   * mistake, and the scan was no exit. `now` is in ms.
   */
  mistakenExitOf(guestId: number, now: number): string | null {
    const last = this.presenceChangesOf(guestId).at(-1)
    return last?.verdict === 'outside' && isRecent(last, now) ? last.id : null
  }

  /** Returns this phone's last admission of a code that is missing from the roster. */
  admissionOf(code: string): OwnPassage | undefined {
    return this.passages.findLast(
      (passage) => passage.code === code && passage.verdict === 'admitted' && !passage.guestId,
    )
  }

  /**
   * Number of guests admitted by this phone since a time in ms, without guests that it let out
   * again. A guest admitted twice counts once.
   */
  admittedSince(from: number): number {
    let admitted = 0
    for (const guestId of this.byGuest.keys()) {
      const last = this.presenceChangesOf(guestId).at(-1)
      if (last?.verdict === 'admitted' && timeOf(last) >= from) admitted++
    }
    return (
      admitted +
      this.passages.filter(
        (passage) => !passage.guestId && passage.verdict === 'admitted' && timeOf(passage) >= from,
      ).length
    )
  }

  private get delivered() {
    return this.passages.filter(({ sent, decided }) => sent === 'yes' && decided !== 'server')
  }

  private presenceChangesOf(guestId: number) {
    return (this.byGuest.get(guestId) ?? []).filter(({ id }) => !this.voided.has(id))
  }
}

/**
 * Returns the start of the event night at a time, both in ms. A night starts at 08:00 in Zagreb.
 */
export const nightOf = (now: number) => lastZagrebHour(new Date(now), NIGHT_END_HOUR).getTime()
