import { isDrillCode } from '@/lib/gate/drill-rules'
import type { Verdict } from '../screens/verdicts'
import { AdmissionController, type ScanRequest } from './admission-controller'
import { DeviceState } from './device-state'
import { type Changes, GateDatabase, type Me } from './device-storage'
import type { GateGuest } from './guest'
import { type GatePhase, nextPhase, type PhaseEvent, STARTING } from './phase'
import { SyncClient } from './sync'
import { GateApiError, type GateFetch, type Network, type SyncEvent } from './transport'

/** State of the gate for the screens. Each change creates a new object. */
export interface GateViewState extends GatePhase {
  me: Me | null
  network: Network
  /** Number of guests on the roster; null until the roster is loaded. */
  guests: number | null
  /** Time at which the roster last had all changes, in ms by this phone's clock. */
  rosterAt: number | null
  /** Number of passages that the server has not confirmed. */
  queue: number
  /** Whether unsent passages survive a reload of the page. */
  isPersistent: boolean
  admitted: number
  /**
   * Occupancy of the venue or of this gate, whichever is fuller (see `lowestAvailability`); null
   * without a capacity.
   */
  fill: DeviceState['fill']
  doubles: Changes['doubles']
}

export interface GateOptions {
  /** Opens the storage of the phone. A drill has a storage of its own. */
  openStorage?: () => Promise<GateDatabase>
  /** Returns the status that the phone sends with each heartbeat, such as battery and camera. */
  status?: () => Promise<object>
}

const DRILL_CODE = 'Ovo je kod vježbe, a ne karta.'

/**
 * Client of the gate on one phone: registration, scans and sync. It works the same with and without
 * a network, except that the waiting time for the server differs.
 */
export class GateClient {
  state: GateViewState
  readonly device: DeviceState
  private readonly sync: SyncClient
  private readonly admission: AdmissionController
  private progress = STARTING
  private listeners = new Set<() => void>()
  private timer: ReturnType<typeof setInterval> | undefined
  private isStopped = false
  private isCheckingShiftEnd = false
  /** While the phone joins, refusals concern its previous device, which the server unregisters. */
  private isJoining = false
  private registering: Promise<void> | null = null
  /** Last pairing code, with the random value by which the server recognizes a repeated request. */
  private pairing: { code: string; attempt: string } | null = null

  constructor(
    private readonly callServer: GateFetch,
    { openStorage = () => GateDatabase.open(), status = async () => ({}) }: GateOptions = {},
  ) {
    this.device = new DeviceState(() => this.emit(), openStorage)
    this.sync = new SyncClient(callServer, this.device, this.handleSyncEvent, status)
    this.admission = new AdmissionController(
      this.device,
      this.sync,
      // Scans are also decided while a phone with a stored device registers again, so that no guest
      // waits for the registration.
      () =>
        this.isOpen || (this.progress.phase === 'starting' && this.device.persisted.me !== null),
      (code) => this.rejectForeignCode(code),
    )
    this.state = this.view()
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /**
   * Opens the gate with the stored device immediately, even without a network. If there is none, or
   * its shift is over, registers the phone.
   */
  async start() {
    await this.device.open()
    this.device.deleteOldRoster()
    if (this.device.hasShift) await this.dispatch({ type: 'opened' })
    else {
      if (this.device.persisted.me) await this.device.deleteRoster()
      await this.register()
    }
    this.timer = setInterval(this.tick, 1_000)
  }

  stop() {
    this.isStopped = true
    clearInterval(this.timer)
    this.sync.stop()
    this.device.close()
  }

  /**
   * Registers the phone of a signed-in user as a gate device, without an action of the user. A
   * phone that was a device before stays at the same gate.
   */
  register = () => {
    this.registering ??= this.tryToRegister().finally(() => {
      this.registering = null
    })
    return this.registering
  }

  private async tryToRegister() {
    try {
      await this.setDevice(
        await this.sync.ask<Me>('GET', 'me').catch(async (error) => {
          if (!(error instanceof GateApiError)) throw error
          // The last heartbeat of the stored device. Afterwards the phone is another device or none.
          if (this.device.persisted.me) await this.sync.reportQueue()
          return this.registerAt(this.device.persisted.me?.device.gateId)
        }),
      )
    } catch (error) {
      const hasDevice = this.device.persisted.me !== null
      await this.dispatch({
        type: 'not_registered',
        code: error instanceof GateApiError ? error.code : null,
        hasDevice,
        isShiftOver: hasDevice && !this.device.hasShift,
      })
    }
  }

  /**
   * Registers a new device at a gate; without a gate, or if the gate was deleted, at the first one.
   * Throws a GateApiError, or the error of the network.
   */
  private async registerAt(gateId?: number): Promise<Me> {
    if (gateId === undefined) return this.sync.ask<Me>('POST', 'devices', {})
    return this.sync.ask<Me>('POST', 'devices', { gateId }).catch((error) => {
      if (error instanceof GateApiError && error.code === 'not_found') return this.registerAt()
      throw error
    })
  }

  /**
   * Registers the phone with a pairing code. May be repeated with the same code until the response
   * arrives. Throws a GateApiError, or the error of the network.
   */
  async join(code: string, name: string) {
    if (this.pairing?.code !== code) this.pairing = { code, attempt: newAttempt() }
    const { attempt } = this.pairing
    this.isJoining = true
    try {
      // Sends the passages of the previous shift first, so that they count for the previous device.
      if (this.device.persisted.me) await this.sync.deliver().catch(() => {})
      await this.setDevice(await this.sync.ask<Me>('POST', 'join', { code, name, attempt }))
    } finally {
      this.isJoining = false
    }
  }

  /**
   * Moves the device of a staff member to another gate. Throws a GateApiError, or the error of the
   * network, also if the queue cannot be sent.
   */
  async move(gateId: number) {
    // The server counts a passage at the gate where the device is when it arrives.
    await this.sync.deliver()
    await this.sync.ask('PUT', 'me', { gateId })
    await this.setDevice(await this.sync.ask<Me>('GET', 'me'))
  }

  /**
   * Unregisters a staff device without passages when the user leaves the page. The next visit
   * registers a new device, and works offline until then. A device with passages stays registered,
   * because a reload does not end its shift.
   */
  leavePage = () => {
    const isIdle = this.device.persisted.me?.device.isStaff && this.device.log.passages.length === 0
    // A page that was stopped by another tab has no device to unregister.
    if (!this.isOpen || this.isStopped || !isIdle) return
    void this.callServer('me', { method: 'DELETE', keepalive: true }).catch(() => {})
  }

  async leave() {
    await this.sync.ask('DELETE', 'me')
    await this.dispatch({ type: 'ended', ending: 'left' })
  }

  /**
   * Unregisters the device when the user signs out on another page: deletes the roster, then sends
   * the queue. Throws errors of the network. Passages that the server does not accept stay on the
   * disk.
   */
  async signOut() {
    await this.device.open()
    await this.device.deleteRoster()
    try {
      await this.sync.deliver()
      await this.sync.ask('DELETE', 'me')
    } catch (error) {
      if (!(error instanceof GateApiError)) throw error
    }
    if (this.device.log.queue.length === 0) await this.device.deleteAll()
    this.stop()
  }

  /**
   * Returns the guest with a confirmation code; null if no guest has it. Asks the server before it
   * returns null, because the ticket may have just been sold. Throws if the server cannot be asked.
   */
  async guestByCode(code: string): Promise<GateGuest | null> {
    const known = await this.device.guestByCode(code)
    if (known) return known
    if (this.sync.network === 'none') throw new Error('no network')
    await this.sync.readGuests()
    return this.device.guestByCode(code)
  }

  /** Decides on a scanned code or a selected guest, and records the passage. Never throws. */
  async decideScan(request: ScanRequest): Promise<Verdict> {
    return this.admission.decideScan(request)
  }

  /**
   * Returns a Croatian error message for a confirmation code of the wrong kind: a drill code at a
   * real gate, or a real ticket in a drill. Null for other codes.
   */
  protected rejectForeignCode(code: string): string | null {
    return isDrillCode(code) ? DRILL_CODE : null
  }

  private get isOpen() {
    return this.progress.phase === 'open'
  }

  /**
   * Changes the phase of the gate (`nextPhase`) after an event. Resolves after the data that the
   * new phase deletes are deleted from the disk.
   */
  private async dispatch(event: PhaseEvent) {
    if (this.isStopped) return
    const { phase } = this.progress
    this.progress = nextPhase(this.progress, event)
    const entered = this.progress.phase === phase ? undefined : this.enter(this.progress.phase)
    this.emit()
    await entered
  }

  /**
   * Runs the actions of a new phase: starts the sync, registers the phone, or deletes the roster.
   */
  private async enter(phase: GatePhase['phase']) {
    if (phase === 'open') this.sync.restart()
    if (phase === 'starting') void this.register()
    if (phase !== 'ended') return
    // Deletes the roster immediately (rule 6.17). Unsent passages are sent before the rest is
    // deleted.
    this.sync.stopReceiving()
    await this.device.deleteRoster()
    if (this.device.log.queue.length === 0) await this.deleteShift()
    else this.sync.finish()
  }

  /** Handles an event of the sync client. */
  private handleSyncEvent = async (event: SyncEvent) => {
    if (event.type === 'network') this.emit()
    else if (event.type === 'registered') await this.setDevice(event.me)
    else if (event.type === 'refused') {
      if (!this.isJoining) await this.dispatch(event)
    } else if (this.progress.phase === 'ended') await this.deleteShift()
  }

  private async setDevice(me: Me) {
    const { me: previous } = this.device.persisted
    const isOther = previous !== null && previous.device.id !== me.device.id
    // Ends the event stream and the requests of the previous device.
    if (isOther) this.sync.stop()
    await this.device.setDevice(me)
    const wasOpen = this.isOpen
    await this.dispatch({ type: 'registered' })
    // Without a change of the phase, `enter` does not restart the sync.
    if (isOther && wasOpen && !this.isStopped) this.sync.restart()
  }

  private async deleteShift() {
    this.sync.stop()
    await this.device.deleteAll()
  }

  private tick = () => {
    if (this.isOpen && this.device.persisted.me && !this.device.hasShift) void this.checkShiftEnd()
    // A phone without a device retries the registration every second while there is no network.
    if (this.progress.phase === 'unregistered' && this.sync.network === 'none') void this.register()
    this.device.deleteOldRoster()
  }

  /**
   * Asks the server whether the shift is over, or stores the later end that it returns. Without a
   * network the clock of the phone decides.
   */
  private async checkShiftEnd() {
    if (this.isCheckingShiftEnd) return
    this.isCheckingShiftEnd = true
    await this.sync.readDevice().catch((error) => {
      if (!(error instanceof GateApiError) && this.isOpen)
        return this.dispatch({ type: 'ended', ending: 'shift_over' })
    })
    this.isCheckingShiftEnd = false
  }

  private view(): GateViewState {
    const { device } = this
    const { me, rosterAt } = device.persisted
    return {
      ...this.progress,
      me,
      rosterAt,
      doubles: device.duplicates,
      network: this.sync.network,
      guests: device.roster?.size ?? null,
      queue: device.log.queue.length,
      fill: device.fill,
      isPersistent: device.isPersistent,
      // The number of tonight depends on the time, but the prerendered page of the phase `starting`
      // must not.
      admitted: this.progress.phase === 'starting' ? 0 : device.admitted,
    }
  }

  private emit() {
    this.state = this.view()
    for (const listener of this.listeners) listener()
  }
}

const newAttempt = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
