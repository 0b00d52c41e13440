import type { z } from 'zod'
import type { GateGuest } from '@/components/gate/state/guest'
import { lowestAvailability } from '@/lib/admission/capacity'
import { changesPresence, duplicateKeyOf } from '@/lib/admission/rules'
import type { DuplicateAdmission, fillResponse, passagesResponse } from '@/lib/gate/schema'
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

type UploadResponse = z.output<typeof passagesResponse>
type Fill = z.output<typeof fillResponse>

const UPLOAD_SIZE = 500
/** Time without a response of the server after which the roster is deleted (rule 6.17). */
const ROSTER_LIFETIME_MS = 24 * 60 * 60 * 1000
/** A change of the clock offset by more than this time means that the phone's clock was set. */
const CLOCK_CHANGE_MS = 30_000
/**
 * Maximum drift between `Date.now()` and `performance.now()`. A larger drift means that the clock
 * was set or the phone slept.
 */
export const MAX_CLOCK_DRIFT_MS = 1_000
/** Minimum time between two uploads of all passages after a mismatch of the checksums. */
const RESEND_INTERVAL_MS = 60_000

/**
 * State of one gate device: the roster, its own passages and the clock offset. All of it is in
 * memory, and also on the disk if the browser can store it.
 */
export class DeviceState {
  log = new PassageLog()
  persisted = emptyPersistedState()
  /**
   * Resolves when the stored roster is in memory. This can take seconds after the screen is shown.
   */
  restored: Promise<void> = Promise.resolve()
  private persistedRoster: PersistedRoster | null = null
  private store!: GateDatabase
  private resentAt = Number.NEGATIVE_INFINITY
  /**
   * Result of `clockNow` when the server last sent its time; null if unknown. Another result later
   * means that the phone's clock was set.
   */
  private clockSetting: number | null = null
  private isRepairing = false
  private closed = new AbortController()

  constructor(
    private readonly onChange: () => void,
    private readonly openStorage: () => Promise<GateDatabase>,
  ) {}

  /** Loads the state that an earlier visit of the page has stored. */
  async open() {
    this.store = await this.openStorage()
    const { state, passages } = await this.store.load()
    this.persisted = state
    this.log = new PassageLog(passages)
    const persistedRoster = new PersistedRoster(this.store, state)
    this.persistedRoster = persistedRoster
    this.restored = persistedRoster.restore(() => this.localPresenceUpdates()).then(this.onChange)
    const write = () => void this.write(persistedRoster)
    const timer = setInterval(write, WRITE_INTERVAL_MS)
    const { signal } = this.closed
    document.addEventListener('visibilitychange', write, { signal })
    signal.addEventListener('abort', () => clearInterval(timer))
  }

  /** Writes all unsaved data to the disk, also data whose write has failed before. */
  private async write(persistedRoster: PersistedRoster) {
    if (!this.store.isPersistent && !this.isRepairing) {
      this.isRepairing = true
      try {
        this.log.addEarlier(await this.store.repair(this.persisted, () => this.log.passages))
      } finally {
        this.isRepairing = false
      }
      this.onChange()
    }
    await persistedRoster.write()
  }

  /** Stops all writes, and deletes the roster from memory. */
  close() {
    this.closed.abort()
    this.persistedRoster?.clear()
  }

  get roster() {
    return this.persistedRoster?.roster ?? null
  }

  get isPersistent() {
    return this.store?.isPersistent ?? true
  }

  get admitted() {
    return this.log.admittedSince(nightOf(this.now))
  }

  /**
   * Unresolved duplicate admissions that involve a passage of this phone. Names come from the
   * roster, because the disk stores them only there, encrypted. They are '' for a guest who is no
   * longer in the roster.
   */
  get duplicates(): DuplicateAdmission[] {
    return this.persisted.doubles.map((duplicate) => {
      const { id } = duplicate.guest
      const { name = '', surname = '' } = this.roster?.byId(id) ?? {}
      return { ...duplicate, guest: { id, name, surname } }
    })
  }

  /**
   * Occupancy of the venue or of this gate, whichever is fuller (see `lowestAvailability`): the
   * server's last count, corrected by unsent passages. Null without a capacity.
   */
  get fill() {
    const { me } = this.persisted
    if (!me?.fill) return null
    const { unsentBalance } = this.log
    const here = <P extends { inside: number }>(place: P) => ({
      ...place,
      inside: Math.max(0, place.inside + unsentBalance),
    })
    return lowestAvailability(
      { ...here(me.fill), gates: me.fill.gates.map(here) },
      me.device.gateId,
    )
  }

  /**
   * Stores the occupancy from a response. Gates that are missing from the response keep their
   * values.
   */
  updateOccupancy({ gates, ...venue }: Fill) {
    const { me } = this.persisted
    if (!me) return
    const others = me.fill?.gates.filter(({ id }) => gates.every((gate) => gate.id !== id)) ?? []
    me.fill = { ...venue, gates: [...others, ...gates] }
    this.onChange()
  }

  /** Whether this gate admits or refuses a ticket that the roster lacks, while there is no network. */
  get unknownPolicy() {
    const { me } = this.persisted
    return me?.gates.find(({ id }) => id === me.device.gateId)?.unknownPolicy
  }

  /** Returns the time of the server as this phone estimates it, in ms. */
  get now() {
    return Math.round(Date.now() + this.persisted.ahead)
  }

  /** Returns `now` as an ISO instant. */
  get time() {
    return new Date(this.now).toISOString()
  }

  /**
   * Whether the phone has a gate device whose shift is not over, by the server's time as the phone
   * estimates it.
   */
  get hasShift() {
    const { me } = this.persisted
    return me !== null && this.now < Date.parse(me.device.endsAt)
  }

  /** Cursor in the server's change log up to which the roster is current; null without a roster. */
  get cursor() {
    return this.persistedRoster?.cursor ?? null
  }

  guest(id: number): GateGuest | null {
    return this.withOwnPassages(this.roster?.byId(id) ?? null)
  }

  async guestByCode(code: string): Promise<GateGuest | null> {
    return this.withOwnPassages(this.roster?.byHash(await hashOf(code)) ?? null)
  }

  search(text: string, list: number | null, limit: number): GateGuest[] {
    const found = this.roster?.search(text, list, limit) ?? []
    return found.map((guest) => this.withOwnPassages(guest) as GateGuest)
  }

  isJustAdmitted(guestId: number, since: number | null) {
    return this.log.isJustAdmitted(guestId, since, this.now)
  }

  /**
   * Adds a passage to the log. Resolves after the passage is on the disk, or after the disk has
   * failed.
   */
  async record(passage: OwnPassage) {
    this.log.add(passage)
    await this.store.storePassages([passage])
    this.onChange()
  }

  /**
   * Updates the clock offset. `server` and `here` are the times of server and phone at the same
   * instant, in ms. If the phone's clock was set, also corrects the times of unsent passages.
   */
  updateClock(server: number, here: number) {
    const { ahead, rosterAt } = this.persisted
    const jump = server - here - ahead
    const isSet = Math.abs(jump) > CLOCK_CHANGE_MS
    this.clockSetting = clockNow()
    this.persisted.ahead = isSet || rosterAt === null ? ahead + jump : ahead + jump / 4
    if (!isSet) return
    if (rosterAt !== null) this.persisted.rosterAt = rosterAt - jump
    void this.store.storePassages(this.log.setClock(jump, this.persisted.ahead))
    void this.store.storeState(this.persisted)
  }

  /**
   * Records that the setting of the phone's clock is unknown, so that a heartbeat is sent before
   * the passages. Called when the server stops responding, because the clock may be set before the
   * next response.
   */
  markClockUnknown() {
    this.clockSetting = null
  }

  /**
   * Compares the phone's clock with a server time that is accurate only to the second. Changes the
   * clock offset only if the phone's clock was set.
   */
  updateClockRoughly(server: number, here: number) {
    // The response had no time.
    if (Number.isNaN(server)) return
    this.clockSetting = clockNow()
    if (Math.abs(server - here - this.persisted.ahead) > CLOCK_CHANGE_MS)
      this.updateClock(server, here)
  }

  /** Whether the phone's clock is unchanged since the server last sent its time. */
  get isClockKnown() {
    return (
      this.clockSetting !== null && Math.abs(clockNow() - this.clockSetting) < MAX_CLOCK_DRIFT_MS
    )
  }

  /**
   * Returns the next upload of queued passages, at most 500. An upload without passages is a
   * heartbeat. After an interruption or a change of the clock, a heartbeat is sent first, because
   * its response contains the server's time.
   */
  nextUpload(phone: object) {
    const queue = this.log.queue
    const size = this.isClockKnown ? UPLOAD_SIZE : 0
    const { rosterAt, ahead } = this.persisted
    // Converts to the phone's clock, because the server adds the clock offset to all times.
    const toPhoneClock = (at: string) => new Date(Date.parse(at) - ahead).toISOString()
    const passages = queue
      .slice(0, size)
      .map(({ sent, ...passage }) => ({ ...passage, at: toPhoneClock(passage.at) }))
    const status = {
      ...phone,
      queue: queue.length,
      rosterAt: rosterAt === null ? null : new Date(rosterAt).toISOString(),
    }
    const body = { sentAt: new Date().toISOString(), passages, status }
    return { body, hasMore: queue.length > size, sentVersion: this.streamVersion }
  }

  /**
   * Stores the results of an upload. `sentVersion` is the value of `streamVersion` when the
   * upload was sent.
   */
  async applyUploadResponse(
    { results, tally: serverTally, presence, fill }: UploadResponse,
    sentVersion: number,
  ) {
    const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]))
    const done = this.log.queue.filter(({ id }) => outcomes.has(id))
    for (const passage of done)
      passage.sent = outcomes.get(passage.id) === 'refused' ? 'refused' : 'yes'
    for (const { guest, since } of presence ?? [])
      this.persistedRoster?.updatePresenceFromResponse(
        guest,
        since === null ? null : Date.parse(since),
        sentVersion,
      )
    if (fill) this.updateOccupancy(fill)
    if (done.length > 0) await this.store.storePassages(done)
    await this.compareChecksum(serverTally)
    this.onChange()
  }

  /**
   * Queues all delivered passages again if the server's checksum differs, at most once a minute.
   */
  private async compareChecksum({ count, xor }: UploadResponse['tally']) {
    const own = this.log.checksum
    const isSame = own.count === count && own.xor === xor
    if (
      isSame ||
      this.log.queue.length > 0 ||
      performance.now() - this.resentAt < RESEND_INTERVAL_MS
    )
      return
    this.resentAt = performance.now()
    await this.store.storePassages(this.log.resend())
  }

  /**
   * Fetches the roster from the server. Calls `onUsable` when the roster is usable, before it is on the
   * disk.
   */
  async fetchRoster(fetchPage: (path: string) => Promise<ArrayBuffer>, onUsable: () => void) {
    await this.persistedRoster?.fetch(fetchPage, () => {
      this.markRosterCurrent()
      onUsable()
    })
  }

  applyChanges(changes: Changes, at: number) {
    const { cursor, guests, gone, lists, doubles, doublesGone } = changes
    const { gates, drill, fill } = changes
    const { persisted } = this
    if (lists) this.persistedRoster?.replaceLists(lists)
    this.persistedRoster?.change(guests, gone, cursor)
    if (persisted.me)
      persisted.me = {
        ...persisted.me,
        ...(gates && { gates, device: withGateName(persisted.me.device, gates) }),
        ...(drill !== undefined && { drill }),
        ...(fill !== undefined && { fill }),
      }
    const old = new Set([...doubles.map(duplicateKeyOf), ...doublesGone])
    persisted.doubles = [
      ...persisted.doubles.filter((known) => !old.has(duplicateKeyOf(known))),
      ...doubles.filter(({ settled }) => settled === null).map(withoutName),
    ]
    this.markRosterCurrent(at)
  }

  /**
   * Number of the last roster update from the server. A request remembers it, so that its response
   * does not overwrite a newer update.
   */
  get streamVersion() {
    return this.persistedRoster?.streamVersion ?? 0
  }

  /**
   * Stores a guest from a response, unless the server has sent a newer update of this guest.
   * `sentVersion` is the value of `streamVersion` when the request was sent.
   */
  updateGuest(guest: RosterGuest, sentVersion: number) {
    this.persistedRoster?.updateFromResponse(guest, sentVersion)
  }

  /** Records that the roster has all changes up to a time, in ms by the phone's clock. */
  markRosterCurrent(at = Date.now()) {
    this.persisted.rosterAt = at
    this.onChange()
  }

  /**
   * Stores the gate device as which the server has registered this phone. If it is another device
   * than before, deletes its duplicate admissions and all passages except the unsent.
   */
  async setDevice(me: Me) {
    const { me: previous } = this.persisted
    this.persisted.me = me
    if (previous === null || previous.device.id === me.device.id) {
      await this.store.storeState(this.persisted)
      return
    }
    // The server's checksum of the new device contains only passages uploaded from now on.
    this.log = new PassageLog(this.log.queue)
    this.persisted.doubles = []
    await this.store.replaceShift(this.persisted, () => this.log.passages)
  }

  /** Deletes the roster with its lists and the duplicate admissions, in memory and on the disk. */
  async deleteRoster() {
    this.persistedRoster?.clear()
    Object.assign(this.persisted, { rosterAt: null, doubles: [], lists: undefined })
    await this.store.deleteRoster(this.persisted)
    this.onChange()
  }

  async deleteAll() {
    this.log = new PassageLog()
    this.persisted.me = null
    await this.store.replaceShift(this.persisted, () => this.log.passages)
    this.onChange()
  }

  /**
   * Deletes the roster after 24 hours without the server (rule 6.17), since the device may have
   * been revoked. After a change of the phone's clock, waits for the next response, which corrects
   * `rosterAt`, or for a failed request.
   */
  deleteOldRoster() {
    const { rosterAt } = this.persisted
    const isClockChanged = this.clockSetting !== null && !this.isClockKnown
    if (
      !isClockChanged &&
      (this.persisted.cursor ?? this.cursor) !== null &&
      rosterAt !== null &&
      Date.now() - rosterAt > ROSTER_LIFETIME_MS
    )
      void this.deleteRoster()
  }

  /**
   * Returns presence changes by passages that the server accepted after the last roster update, or
   * up to 10 s before it. The stored roster may not contain them.
   */
  private localPresenceUpdates() {
    const earliest = (this.persisted.rosterAt ?? 0) + this.persisted.ahead - 2 * WRITE_INTERVAL_MS
    return this.log.passages.flatMap(
      ({ guestId, verdict, sent, at }): [number, number | null][] => {
        if (!guestId || !changesPresence(verdict) || sent !== 'yes' || Date.parse(at) <= earliest)
          return []
        return [[guestId, verdict === 'left' ? null : Date.parse(at)]]
      },
    )
  }

  private withOwnPassages(guest: GateGuest | null): GateGuest | null {
    return guest && { ...guest, since: this.log.sinceOf(guest.id, guest.since) }
  }
}

/** Takes the name of the device's gate from the list of gates, since a gate may be renamed. */
const withGateName = (device: Me['device'], gates: Me['gates']): Me['device'] => ({
  ...device,
  gate: gates.find(({ id }) => id === device.gateId)?.name ?? device.gate,
})

const withoutName = (duplicate: DuplicateAdmission): DuplicateAdmission => ({
  ...duplicate,
  guest: { id: duplicate.guest.id, name: '', surname: '' },
})
