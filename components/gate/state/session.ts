import { isDrillCode } from '@/lib/gate/drill-rules'
import type { Verdict } from '../screens/verdicts'
import { AdmissionController, type ScanRequest } from './admission-controller'
import { DeviceState } from './device-state'
import { type Changes, GateDatabase, type Me } from './device-storage'
import { type GatePhase, nextPhase, type PhaseEvent, STARTING } from './phase'
import { SyncClient } from './sync'
import { GateApiError, type GateFetch, type Network, type SyncEvent } from './transport'

/** State of the gate for the screens. Every change creates another. */
export interface GateViewState extends GatePhase {
  me: Me | null
  network: Network
  /** Guests of the roster; null until there is one. */
  guests: number | null
  /** Time of the last update from the server, by this phone's clock, in ms. */
  rosterAt: number | null
  /** Passages that the server has not confirmed. */
  queue: number
  /** Whether what is not sent outlives a reload. */
  isLasting: boolean
  admitted: number
  /** Where fewest places are left, the house or this gate; null without a limit. */
  fill: DeviceState['fill']
  doubles: Changes['doubles']
}

export interface GateOptions {
  /** Opens what the phone keeps. A drill keeps its own. */
  openStorage?: () => Promise<GateDatabase>
  /** Returns what the phone reports with each heartbeat. */
  status?: () => Promise<object>
}

const DRILL_CODE = 'Ovo je kod vježbe, a ne karta.'

/**
 * The gate on one phone. It works the same whether or not there is a network; only how long it
 * waits for the server differs.
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
  private isAskingWhetherOver = false
  private registering: Promise<void> | null = null

  constructor(
    private readonly callServer: GateFetch,
    { openStorage = () => GateDatabase.open(), status = async () => ({}) }: GateOptions = {},
  ) {
    this.device = new DeviceState(() => this.emit(), openStorage)
    this.sync = new SyncClient(callServer, this.device, this.take, status)
    this.admission = new AdmissionController(
      this.device,
      this.sync,
      // Also while the browser becomes another device: a guest at the gate does not wait for that.
      () => this.isOpen || (this.progress.phase === 'starting' && this.device.kept.me !== null),
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

  /** Opens with the stored device, at once and without a network; otherwise registers one. */
  async start() {
    await this.device.open()
    this.device.forgetOld()
    if (this.hasShift) await this.dispatch({ type: 'opened' })
    else {
      if (this.device.kept.me) await this.device.forgetRoster()
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

  /** Registers the phone of a signed-in user as a device, without an action of the user. */
  register = () => {
    this.registering ??= this.tryToRegister().finally(() => {
      this.registering = null
    })
    return this.registering
  }

  private async tryToRegister() {
    try {
      await this.setDevice(
        await this.sync.ask<Me>('GET', 'me').catch((error) => {
          if (!(error instanceof GateApiError)) throw error
          return this.sync.ask<Me>('POST', 'devices', {})
        }),
      )
    } catch (error) {
      const hasDevice = this.device.kept.me !== null
      await this.dispatch({
        type: 'not_registered',
        code: error instanceof GateApiError ? error.code : null,
        hasDevice,
        isShiftOver: hasDevice && !this.hasShift,
      })
    }
  }

  /** Joins by the code of a pairing; throws the server's refusal. */
  async join(code: string, name: string) {
    // Passages of the previous shift are sent under its name.
    if (this.device.kept.me) await this.sync.deliver().catch(() => {})
    await this.setDevice(await this.sync.ask<Me>('POST', 'join', { code, name }))
  }

  /** Staff go to another gate. */
  async move(gateId: number) {
    await this.sync.ask('PUT', 'me', { gateId })
    await this.setDevice(await this.sync.ask<Me>('GET', 'me'))
  }

  /**
   * Signs off, as the page is left, a device of staff that has not scanned. The next page makes
   * another device, and works without a network until then. A device that has scanned stays,
   * since a reload is no end of its shift.
   */
  leavePage = () => {
    const isIdle = this.device.kept.me?.device.isStaff && this.device.log.passages.length === 0
    // A page that has given way to another tab has nothing to sign off.
    if (!this.isOpen || this.isStopped || !isIdle) return
    void this.callServer('me', { method: 'DELETE', keepalive: true }).catch(() => {})
  }

  async leave() {
    await this.sync.ask('DELETE', 'me')
    await this.dispatch({ type: 'ended', ending: 'left' })
  }

  /**
   * Leaves the gate when the user signs out on another page: deletes the names, then sends the queue.
   * Throws errors of the network. If the server refuses, the queue stays.
   */
  async signOut() {
    await this.device.open()
    await this.device.forgetRoster()
    try {
      await this.sync.deliver()
      await this.sync.ask('DELETE', 'me')
    } catch (error) {
      if (!(error instanceof GateApiError)) throw error
    }
    if (this.device.log.queue.length === 0) await this.device.forgetAll()
    this.stop()
  }

  /** Decides on a guest and records the passage. Never throws. */
  async decideScan(request: ScanRequest): Promise<Verdict> {
    return this.admission.decideScan(request)
  }

  /** Returns why a code is not valid at this gate, though it has the form of a ticket. */
  protected rejectForeignCode(code: string): string | null {
    return isDrillCode(code) ? DRILL_CODE : null
  }

  private get isOpen() {
    return this.progress.phase === 'open'
  }

  /** Whether the phone is a device whose shift runs, by the time of the server as the phone knows it. */
  private get hasShift() {
    const { me } = this.device.kept
    return me !== null && this.device.now < Date.parse(me.device.endsAt)
  }

  /** Moves to the next phase. Done when its consequences are on the disk. */
  private async dispatch(event: PhaseEvent) {
    if (this.isStopped) return
    const { phase } = this.progress
    this.progress = nextPhase(this.progress, event)
    const entered = this.progress.phase === phase ? undefined : this.enter(this.progress.phase)
    this.emit()
    await entered
  }

  /** Does what belongs to the beginning of a phase. */
  private async enter(phase: GatePhase['phase']) {
    if (phase === 'open') this.sync.restart()
    if (phase === 'starting') void this.register()
    if (phase !== 'ended') return
    // Names are deleted at once; passages are sent first, where that is still possible.
    await this.device.forgetRoster()
    if (this.device.log.queue.length === 0) await this.forgetShift()
    else this.sync.finish()
  }

  /** Handles an event of the transport. */
  private take = async (event: SyncEvent) => {
    if (event.type === 'network') this.emit()
    else if (event.type === 'registered') await this.setDevice(event.me)
    else if (event.type === 'refused') await this.dispatch(event)
    else if (this.progress.phase === 'ended') await this.forgetShift()
  }

  private async setDevice(me: Me) {
    await this.device.setDevice(me)
    await this.dispatch({ type: 'registered' })
  }

  private async forgetShift() {
    this.sync.stop()
    await this.device.forgetAll()
  }

  private tick = () => {
    if (this.isOpen && this.device.kept.me && !this.hasShift) void this.askWhetherOver()
    // A gate that was opened without a network registers by itself once there is one.
    if (this.progress.phase === 'stranger' && this.sync.network === 'none') void this.register()
    this.device.forgetOld()
  }

  /** Asks the server whether the shift is over. Without a network the clock of the phone decides. */
  private async askWhetherOver() {
    if (this.isAskingWhetherOver) return
    this.isAskingWhetherOver = true
    await this.sync.ask('GET', 'me').catch((error) => {
      if (!(error instanceof GateApiError) && this.isOpen)
        return this.dispatch({ type: 'ended', ending: 'shift_over' })
    })
    this.isAskingWhetherOver = false
  }

  private view(): GateViewState {
    const { device } = this
    const { me, rosterAt, doubles } = device.kept
    return {
      ...this.progress,
      me,
      rosterAt,
      doubles,
      network: this.sync.network,
      guests: device.roster?.size ?? null,
      queue: device.log.queue.length,
      fill: device.fill,
      isLasting: device.isLasting,
      // Before the start no guest was admitted, and a prerendered page has no time.
      admitted: this.progress.phase === 'starting' ? 0 : device.admitted,
    }
  }

  private emit() {
    this.state = this.view()
    for (const listener of this.listeners) listener()
  }
}
