import { isDrillCode } from '@/lib/gate/drill-rules'
import type { Verdict } from '../screens/verdicts'
import { AdmissionController, type ScanRequest } from './admission-controller'
import { DeviceState } from './device-state'
import type { Changes, Me } from './device-storage'
import { SyncClient } from './sync'
import { GateApiError, type GateFetch, type Network } from './transport'

const ENDINGS = ['device_revoked', 'shift_over', 'no_rights', 'no_device', 'left'] as const
export type Ending = (typeof ENDINGS)[number]

/** State of the gate for the screens, created with every change. */
export interface GateViewState {
  phase: 'starting' | 'stranger' | 'open' | 'ended'
  ending: Ending | null
  me: Me | null
  network: Network
  /** Guests of the roster; null until there is one. */
  guests: number | null
  /** When the server last said all that had changed, by this phone's clock. */
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

const DRILL_CODE = 'Ovo je kod vježbe, a ne karta.'

/**
 * The gate on one phone. It works the same whether or not there is a network; only how long it
 * waits for the server differs.
 */
export class GateClient {
  state: GateViewState
  readonly book: DeviceState
  private readonly link: SyncClient
  private readonly door: AdmissionController
  private phase: GateViewState['phase'] = 'starting'
  private ending: Ending | null = null
  private listeners = new Set<() => void>()
  private timer: ReturnType<typeof setInterval> | undefined
  private isStopped = false
  private isAskingWhetherOver = false
  private enrolling: Promise<void> | null = null

  constructor(
    private readonly edge: GateFetch,
    /** Returns what the phone reports with each heartbeat. */
    readonly tell: () => Promise<object> = async () => ({}),
    store?: string,
  ) {
    this.book = new DeviceState(this.emit, store)
    this.link = new SyncClient(edge, this.book, this)
    // Also while the browser becomes another device: a guest at the door does not wait for that.
    const isOpen = () =>
      this.phase === 'open' || (this.phase === 'starting' && this.book.kept.me !== null)
    this.door = new AdmissionController(this.book, this.link, isOpen, (code) => this.foreign(code))
    this.state = this.look()
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Opens with what is kept, at once and without a network; otherwise asks to be let in. */
  async start() {
    await this.book.open()
    const { me } = this.book.kept
    const isOn = me && this.book.now < Date.parse(me.device.endsAt)
    this.book.forgetOld()
    if (isOn) this.open()
    else {
      if (me) await this.book.forgetRoster()
      await this.enrol()
    }
    this.timer = setInterval(this.tick, 1_000)
  }

  stop() {
    this.isStopped = true
    clearInterval(this.timer)
    this.link.stop()
    this.book.close()
  }

  /** Registers the phone of a signed-in user as a device, without an action of the user. */
  enrol = () => {
    this.enrolling ??= this.tryToEnrol().finally(() => {
      this.enrolling = null
    })
    return this.enrolling
  }

  private async tryToEnrol() {
    try {
      await this.become(
        await this.link.ask<Me>('GET', 'me').catch((error) => {
          if (!(error instanceof GateApiError)) throw error
          return this.link.ask<Me>('POST', 'devices', {})
        }),
      )
    } catch (error) {
      const { me } = this.book.kept
      const isOver = me && this.book.now >= Date.parse(me.device.endsAt)
      if (isOver) return this.end('shift_over')
      // Nobody has said no: the network went away in between, and the gate goes on.
      if (me && !(error instanceof GateApiError)) return this.open()
      if (me) return this.end('no_device')
      this.phase = 'stranger'
      if (error instanceof GateApiError && error.code === 'forbidden') this.ending = 'no_rights'
      this.emit()
    }
  }

  /** Joins by the code of a pairing; throws the server's refusal. */
  async join(code: string, name: string) {
    // Passages of the previous shift are sent under its name.
    if (this.book.kept.me) await this.link.deliver().catch(() => {})
    await this.become(await this.link.ask<Me>('POST', 'join', { code, name }))
  }

  /** Staff go to another gate. */
  async move(gateId: number) {
    await this.link.ask('PUT', 'me', { gateId })
    await this.become(await this.link.ask<Me>('GET', 'me'))
  }

  /**
   * Signs off, as the page is left, a device of staff that has not scanned. The next page makes
   * another device, and works without a network until then. A device that has scanned stays,
   * since a reload is no end of its shift.
   */
  leavePage = () => {
    const isIdle = this.book.kept.me?.device.isStaff && this.book.log.passages.length === 0
    // A page that has given way to another tab has nothing to sign off.
    if (this.phase !== 'open' || this.isStopped || !isIdle) return
    void this.edge('me', { method: 'DELETE', keepalive: true }).catch(() => {})
  }

  async leave() {
    await this.link.ask('DELETE', 'me')
    await this.end('left')
  }

  /**
   * Leaves the gate when the user signs out on another page: deletes the names, then sends the queue.
   * Throws errors of the network. If the server refuses, the queue stays.
   */
  async signOut() {
    await this.book.open()
    await this.book.forgetRoster()
    try {
      await this.link.deliver()
      await this.link.ask('DELETE', 'me')
    } catch (error) {
      if (!(error instanceof GateApiError)) throw error
    }
    if (this.book.log.queue.length === 0) await this.book.forgetAll()
    this.stop()
  }

  /** Decides on a guest and records the passage. Never throws. */
  async judge(asked: ScanRequest): Promise<Verdict> {
    return this.door.judge(asked)
  }

  /** Why a code is nothing to this gate, though it has the form of a ticket. */
  protected foreign(code: string): string | null {
    return isDrillCode(code) ? DRILL_CODE : null
  }

  get isOver() {
    return this.phase === 'ended'
  }

  /** The link's: the server wants nothing more of this device. */
  refused({ code }: GateApiError) {
    if (this.phase !== 'open') return
    const ending = ENDINGS.find((one) => one === code)
    if (ending === 'no_device') {
      // The cookie is missing. A signed-in user gets another.
      this.phase = 'starting'
      void this.enrol()
    } else if (ending) void this.end(ending)
  }

  become = async (me: Me) => {
    await this.book.become(me)
    this.ending = null
    if (this.phase === 'open') this.emit()
    else this.open()
  }

  private open() {
    if (this.isStopped) return
    this.phase = 'open'
    this.link.restart()
    this.emit()
  }

  /** Names are forgotten at once; what was decided goes out first, where it still can. */
  private async end(ending: Ending) {
    this.ending = ending
    this.phase = 'ended'
    await this.book.forgetRoster()
    if (this.book.log.queue.length === 0) await this.delivered()
    else this.link.start()
  }

  /** The link's: the queue is empty, which is all that an ended shift waits for. */
  async delivered() {
    if (this.phase !== 'ended') return
    this.link.stop()
    await this.book.forgetAll()
  }

  private tick = () => {
    const { me } = this.book.kept
    const isOver = me && this.book.now > Date.parse(me.device.endsAt)
    if (isOver && this.phase === 'open') void this.askWhetherOver()
    // A gate that was opened without a network registers by itself once there is one.
    if (this.phase === 'stranger' && this.link.network === 'none') void this.enrol()
    this.book.forgetOld()
  }

  /** The clock may have been set: without a network it decides, else the server, by a refusal. */
  private async askWhetherOver() {
    if (this.isAskingWhetherOver) return
    this.isAskingWhetherOver = true
    await this.link.ask('GET', 'me').catch((error) => {
      if (!(error instanceof GateApiError) && this.phase === 'open') return this.end('shift_over')
    })
    this.isAskingWhetherOver = false
  }

  private look(): GateViewState {
    const { book, phase, ending, link } = this
    const { me, rosterAt, doubles } = book.kept
    return {
      phase,
      ending,
      me,
      rosterAt,
      doubles,
      network: link.network,
      guests: book.roster?.size ?? null,
      queue: book.log.queue.length,
      fill: book.fill,
      isLasting: book.isLasting,
      // Before the start no guest was admitted, and a prerendered page has no time.
      admitted: phase === 'starting' ? 0 : book.admitted,
    }
  }

  emit = () => {
    this.state = this.look()
    for (const listener of this.listeners) listener()
  }
}
