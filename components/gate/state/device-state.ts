import type { z } from 'zod'
import type { GateGuest } from '@/components/gate/state/guest'
import { lowestAvailability } from '@/lib/admission/capacity'
import { changesPresence } from '@/lib/admission/rules'
import type { fillResponse, passagesResponse } from '@/lib/gate/schema'
import { hashOf } from '@/lib/gate/ticket-hash'
import {
  type Changes,
  emptyPersistedState,
  type GateDatabase,
  type Me,
  type OwnPassage,
} from './device-storage'
import { clockNow, nightOf, PassageLog } from './passage-log'
import type { RosterGuest } from './roster'
import { PersistedRoster, WRITE_INTERVAL_MS } from './roster-storage'

type Batch = z.output<typeof passagesResponse>
type Fill = z.output<typeof fillResponse>

const BATCH_SIZE = 500
/** Names are deleted after this time without a response of the server. */
const ROSTER_LIFETIME_MS = 24 * 60 * 60 * 1000
/** A clock that moves by more than this was set by hand. */
const CLOCK_CHANGE_MS = 30_000
/** Maximum difference between two clocks of this phone, the wall clock and that of the page. */
export const MAX_CLOCK_DRIFT_MS = 1_000
/** Minimum time between two attempts to send passages that the server does not have. */
const RESEND_INTERVAL_MS = 60_000

/**
 * State of one phone: the guests, its own decisions and the time. All of it is in memory, and on the disk
 * as far as the browser allows.
 */
export class DeviceState {
  log = new PassageLog()
  kept = emptyPersistedState()
  /** Done when the stored roster is in memory, which can take seconds after the screen is shown. */
  restored: Promise<void> = Promise.resolve()
  private names: PersistedRoster | null = null
  private store!: GateDatabase
  private resentAt = 0
  /** Setting of the phone's clock (`clockNow`) at the last time from the server; null if unknown. */
  private clockSetting: number | null = null
  private isMending = false
  private closed = new AbortController()

  constructor(
    private readonly onChange: () => void,
    private readonly openStorage: () => Promise<GateDatabase>,
  ) {}

  /** Loads the state that an earlier page has stored. */
  async open() {
    this.store = await this.openStorage()
    const { kept, passages } = await this.store.load()
    this.kept = kept
    this.log = new PassageLog(passages)
    const names = new PersistedRoster(this.store, kept)
    this.names = names
    this.restored = names.restore(() => this.amendments()).then(this.onChange)
    const write = () => void this.write(names)
    const timer = setInterval(write, WRITE_INTERVAL_MS)
    const { signal } = this.closed
    document.addEventListener('visibilitychange', write, { signal })
    signal.addEventListener('abort', () => clearInterval(timer))
  }

  /** Writes all unsaved data to the disk, also data whose write has failed before. */
  private async write(names: PersistedRoster) {
    if (!this.store.isLasting && !this.isMending) {
      this.isMending = true
      try {
        this.log.takeEarlier(await this.store.mend(this.kept, () => this.log.passages))
      } finally {
        this.isMending = false
      }
      this.onChange()
    }
    await names.write()
  }

  /** Stops all writes, and deletes the names in memory. */
  close() {
    this.closed.abort()
    this.names?.forget()
  }

  get roster() {
    return this.names?.roster ?? null
  }

  get isLasting() {
    return this.store?.isLasting ?? true
  }

  get admitted() {
    return this.log.admittedSince(nightOf(this.now))
  }

  /**
   * Occupancy of this gate: the last one of the server and the passages not sent yet. Null without a limit.
   */
  get fill() {
    const { me } = this.kept
    if (!me?.fill) return null
    const { balance } = this.log
    const here = <P extends { inside: number }>(place: P) => ({
      ...place,
      inside: Math.max(0, place.inside + balance),
    })
    return lowestAvailability(
      { ...here(me.fill), gates: me.fill.gates.map(here) },
      me.device.gateId,
    )
  }

  /** Takes the occupancy from a response about a guest: of the venue, and of this gate. */
  updateOccupancy({ gates, ...house }: Fill) {
    const { me } = this.kept
    if (!me) return
    const others = me.fill?.gates.filter(({ id }) => gates.every((gate) => gate.id !== id)) ?? []
    me.fill = { ...house, gates: [...others, ...gates] }
    this.onChange()
  }

  /** Returns the time of the server as this phone estimates it, in ms. */
  get now() {
    return Math.round(Date.now() + this.kept.ahead)
  }

  /** Returns `now` as an ISO instant. */
  get time() {
    return new Date(this.now).toISOString()
  }

  /** Position in the server's log of changes; null without a roster. */
  get cursor() {
    return this.names?.cursor ?? null
  }

  guest(id: number): GateGuest | null {
    return this.seen(this.roster?.byId(id) ?? null)
  }

  async guestByCode(code: string): Promise<GateGuest | null> {
    return this.seen(this.roster?.byHash(await hashOf(code)) ?? null)
  }

  search(text: string, list: number | null, limit: number): GateGuest[] {
    const found = this.roster?.search(text, list, limit) ?? []
    return found.map((guest) => this.seen(guest) as GateGuest)
  }

  isJustAdmitted(guestId: number, since: number | null) {
    return this.log.isJustAdmitted(guestId, since, this.now)
  }

  /** Resolves after the passage is on the disk. */
  async record(passage: OwnPassage) {
    this.log.add(passage)
    await this.store.keepPassages([passage])
    this.onChange()
  }

  /** Compares the clock of the phone with the time of the server at the same moment, both in ms. */
  updateClock(server: number, here: number) {
    const { ahead, rosterAt } = this.kept
    const jump = server - here - ahead
    const isSet = Math.abs(jump) > CLOCK_CHANGE_MS
    this.clockSetting = clockNow()
    this.kept.ahead = isSet || rosterAt === null ? ahead + jump : ahead + jump / 4
    if (!isSet) return
    if (rosterAt !== null) this.kept.rosterAt = rosterAt - jump
    void this.store.keepPassages(this.log.setClock(jump))
    void this.store.keep(this.kept)
  }

  /**
   * Marks the clock as unknown when the server stops responding. Until it responds, the clock of the phone
   * may be changed.
   */
  markClockUnknown() {
    this.clockSetting = null
  }

  /** Takes the server's time to the second, which only shows whether this phone's clock was set. */
  updateClockRoughly(server: number, here: number) {
    this.clockSetting = clockNow()
    if (Math.abs(server - here - this.kept.ahead) > CLOCK_CHANGE_MS) this.updateClock(server, here)
  }

  /** Whether the phone's clock has not been set since the last time from the server. */
  private get isClockKnown() {
    return (
      this.clockSetting !== null && Math.abs(clockNow() - this.clockSetting) < MAX_CLOCK_DRIFT_MS
    )
  }

  /**
   * Returns the next request of the queue. A request without passages is a heartbeat. A heartbeat is sent
   * first after an interruption or a change of the clock, because its response tells the time.
   */
  nextBatch(phone: object) {
    const queue = this.log.queue
    const size = this.isClockKnown ? BATCH_SIZE : 0
    const { rosterAt, ahead } = this.kept
    // The server corrects times of the clock of this phone.
    const told = (at: string) => new Date(Date.parse(at) - ahead).toISOString()
    const passages = queue
      .slice(0, size)
      .map(({ sent, ...passage }) => ({ ...passage, at: told(passage.at) }))
    const status = {
      ...phone,
      queue: queue.length,
      rosterAt: rosterAt === null ? null : new Date(rosterAt).toISOString(),
    }
    const body = { sentAt: new Date().toISOString(), passages, status }
    return { body, hasMore: queue.length > size, asked: this.moment }
  }

  /** Takes the results of a batch that was sent at a moment (`moment`). */
  async takeBatch({ results, tally, presence, fill }: Batch, asked: number) {
    const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]))
    const done = this.log.queue.filter(({ id }) => outcomes.has(id))
    for (const passage of done)
      passage.sent = outcomes.get(passage.id) === 'refused' ? 'refused' : 'yes'
    for (const { guest, since } of presence ?? [])
      this.names?.answerSince(guest, since === null ? null : Date.parse(since), asked)
    if (fill) this.updateOccupancy(fill)
    if (done.length > 0) await this.store.keepPassages(done)
    await this.compare(tally)
    this.onChange()
  }

  /** Sends all passages again if the server's checksum differs. */
  private async compare({ count, xor }: Batch['tally']) {
    const own = this.log.tally
    const isSame = own.count === count && own.xor === xor
    if (isSame || this.log.queue.length > 0 || Date.now() - this.resentAt < RESEND_INTERVAL_MS)
      return
    this.resentAt = Date.now()
    await this.store.keepPassages(this.log.resend())
  }

  /** Fetches the roster. Calls `then` when it can be used, before it is on the disk. */
  async fetchRoster(fetchPage: (path: string) => Promise<ArrayBuffer>, then: () => void) {
    await this.names?.fetch(fetchPage, () => {
      this.heard()
      then()
    })
  }

  takeChanges(changes: Changes, at: number) {
    const { cursor, guests, gone, lists, doubles, doublesGone } = changes
    const { gates, drill, fill } = changes
    const { kept } = this
    for (const list of lists ?? []) this.roster?.lists.set(list.id, list)
    this.names?.change(guests, gone, cursor)
    if (kept.me)
      kept.me = {
        ...kept.me,
        ...(gates && { gates }),
        ...(drill !== undefined && { drill }),
        ...(fill !== undefined && { fill }),
      }
    const old = new Set([...doubles.map(nameOf), ...doublesGone])
    kept.doubles = [
      ...kept.doubles.filter((one) => !old.has(nameOf(one))),
      ...doubles.filter(({ settled }) => settled === null),
    ]
    this.heard(at)
  }

  /** Moment of the roster. Responses to later requests are newer than all that the server has sent so far. */
  get moment() {
    return this.names?.moment ?? 0
  }

  /** Stores a guest from the response to a request that was sent at a moment. */
  updateGuest(guest: RosterGuest, asked: number) {
    this.names?.answer(guest, asked)
  }

  /** Notes that the phone has all changes up to a time of its own clock, in ms. */
  heard(at = Date.now()) {
    this.kept.rosterAt = at
    this.onChange()
  }

  /** Sets the device that this phone is from now on. */
  async setDevice(me: Me) {
    if (this.kept.me && this.kept.me.device.id !== me.device.id) {
      // The server counts the passages of another device from those that are not sent yet.
      const { queue } = this.log
      this.log = new PassageLog(queue)
      await this.store.forgetPassages()
      await this.store.keepPassages(queue)
    }
    this.kept.me = me
    await this.store.keep(this.kept)
  }

  /** Deletes all names at once. */
  async forgetRoster() {
    this.names?.forget()
    Object.assign(this.kept, { rosterAt: null, doubles: [] })
    await this.store.forgetRoster(this.kept)
    this.onChange()
  }

  async forgetAll() {
    this.log = new PassageLog()
    this.kept.me = null
    await this.store.forgetPassages()
    await this.store.keep(this.kept)
    this.onChange()
  }

  /** Deletes the names after a day without the server, which could have revoked the device. */
  forgetOld() {
    const { rosterAt } = this.kept
    if (
      (this.kept.cursor ?? this.cursor) !== null &&
      rosterAt !== null &&
      Date.now() - rosterAt > ROSTER_LIFETIME_MS
    )
      void this.forgetRoster()
  }

  /**
   * Passages that the server accepted after its last roster update, or shortly before it. The disk may not
   * have them in its roster.
   */
  private amendments() {
    const heard = (this.kept.rosterAt ?? 0) + this.kept.ahead - 2 * WRITE_INTERVAL_MS
    return this.log.passages.flatMap(
      ({ guestId, verdict, sent, at }): [number, number | null][] => {
        if (!guestId || !changesPresence(verdict) || sent !== 'yes' || Date.parse(at) <= heard)
          return []
        return [[guestId, verdict === 'left' ? null : Date.parse(at)]]
      },
    )
  }

  private seen(guest: GateGuest | null): GateGuest | null {
    return guest && { ...guest, since: this.log.sinceOf(guest.id, guest.since) }
  }
}

const nameOf = ({ first, second }: Changes['doubles'][number]) => `${first.id} ${second.id}`
