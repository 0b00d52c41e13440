import type { z } from 'zod'
import { isDrillCode } from '@/lib/gate/drill-rules'
import { type Direction, decide, newPassageId, type Override } from '@/lib/gate/rules'
import type { scanAnswer } from '@/lib/gate/schema'
import { isConfirmationCode } from '@/lib/guests/rules'
import { Book } from './book'
import { type Edge, Link, type Network, PATIENCE, PROMPT, Refusal } from './link'
import { viewOf } from './roster'
import type { Changes, Me, OwnPassage } from './store'
import { type Verdict, verdictOf } from './verdicts'

const ENDINGS = ['device_revoked', 'shift_over', 'no_rights', 'no_device', 'left'] as const
export type Ending = (typeof ENDINGS)[number]

/** What the screen shows of the gate; anew with every change. */
export interface GateState {
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
  doubles: Changes['doubles']
}

export interface Asked {
  /** A scanned code, or a guest found by name. */
  who: { code: string } | { guestId: number }
  direction: Direction
  override?: Override
}

/** A passage before it is known whose it is and what becomes of it. */
type Begun = Pick<OwnPassage, 'id' | 'direction' | 'at' | 'takesBack' | 'sent'>

const JUST_ADMITTED = 'Upravo propušten na ovom uređaju.'
const BY_POLICY = 'Nepoznata karta, nema mreže: propušteno po pravilu ovog ulaza i zabilježeno.'
const DRILL_CODE = 'Ovo je kod vježbe, a ne karta.'
const GONE = 'Gost više nije na popisu.'

/**
 * The gate on one phone. It works the same whether or not there is a network; only how long it
 * waits for the server differs.
 */
export class Gate {
  state: GateState
  readonly book: Book
  private readonly link: Link
  private phase: GateState['phase'] = 'starting'
  private ending: Ending | null = null
  private listeners = new Set<() => void>()
  private timers: ReturnType<typeof setInterval>[] = []

  constructor(
    edge: Edge,
    /** What this phone tells of itself with each sign of life. */
    readonly tell: () => Promise<object> = async () => ({}),
    store?: string,
  ) {
    this.book = new Book(this.emit, store)
    this.link = new Link(edge, this.book, this)
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
    this.timers.push(await this.book.open())
    const { me } = this.book.kept
    const isOn = me && this.book.now < Date.parse(me.device.endsAt)
    this.book.forgetOld()
    if (isOn) this.open()
    else {
      if (me) await this.book.forgetRoster()
      await this.enrol()
    }
    this.timers.push(setInterval(this.tick, 1_000))
  }

  stop() {
    for (const timer of this.timers) clearInterval(timer)
    this.link.stop()
  }

  /** Makes the phone of somebody who is signed in a device, without their noticing. */
  enrol = async () => {
    try {
      await this.become(
        await this.link.ask<Me>('GET', 'me').catch((error) => {
          if (!(error instanceof Refusal)) throw error
          return this.link.ask<Me>('POST', 'devices', {})
        }),
      )
    } catch (error) {
      const { me } = this.book.kept
      const isOver = me && this.book.now >= Date.parse(me.device.endsAt)
      if (isOver) return this.end('shift_over')
      // Nobody has said no: the network went away in between, and the gate goes on.
      if (me && !(error instanceof Refusal)) return this.open()
      if (me) return this.end('no_device')
      this.phase = 'stranger'
      if (error instanceof Refusal && error.code === 'forbidden') this.ending = 'no_rights'
      this.emit()
    }
  }

  /** Joins by the code of a pairing; throws the server's refusal. */
  async join(code: string, name: string) {
    await this.become(await this.link.ask<Me>('POST', 'join', { code, name }))
  }

  /** Staff go to another gate. */
  async move(gateId: number) {
    await this.link.ask('PUT', 'me', { gateId })
    await this.become(await this.link.ask<Me>('GET', 'me'))
  }

  async leave() {
    await this.link.ask('DELETE', 'me')
    await this.end('left')
  }

  /**
   * What becomes of whoever stands at the door, recorded. The server's answer if it comes in
   * time; otherwise the phone's own, which is on the disk before it is shown. Never throws.
   */
  async judge({ who, direction, override }: Asked): Promise<Verdict> {
    const code = 'code' in who ? who.code.trim().toLowerCase() : null
    if (code !== null && !isConfirmationCode(code)) return verdictOf('not_code')
    const foreign = code && this.foreign(code)
    if (foreign) return verdictOf('not_code', null, { sentence: foreign })
    await this.book.restored
    const begun = performance.now()
    const find = () =>
      'guestId' in who ? this.book.guest(who.guestId) : this.book.guestByCode(code ?? '')
    const guest = await find()
    const asked = newPassageId(this.book.now)
    // A ticket that only the server can know is worth a wait as long as there is any network.
    const isAsked = guest ? this.link.network === 'well' : this.link.network !== 'none'
    if (isAsked) {
      const person = code === null ? who : { code }
      const call = this.link.ask<z.output<typeof scanAnswer>>('POST', 'scan', {
        ...{ id: asked, ...person, direction },
        ...(override ? { override } : {}),
      })
      const answer = await inTime(call, guest ? PROMPT - (performance.now() - begun) : PATIENCE)
      if (answer) return this.learn(asked, code, direction, answer)
      this.link.late()
    }
    if (this.phase !== 'open') return verdictOf('error')
    if (!this.book.roster) return verdictOf('offline')
    const passage: Begun = {
      ...{ id: newPassageId(this.book.now), direction, at: new Date().toISOString(), sent: 'no' },
      // The server may have recorded what it was asked; this one takes its place.
      takesBack: isAsked ? asked : null,
    }
    // As it stood before the server was asked: what is known since may be its answer, lost.
    const person = guest ?? (await find())
    if (!person) return this.judgeUnknown(code, passage)
    const { id, since, bought, banReason } = person
    const ticket = { bought, banned: banReason !== null }
    const verdict = decide(ticket, since, direction, override) as OwnPassage['verdict']
    const isJust = verdict === 'inside' && this.book.isJustAdmitted(id, since)
    const decided = override ? 'override' : code === null ? 'name' : 'alone'
    await this.record({ ...passage, guestId: id, verdict, decided })
    const sentence = isJust ? { sentence: JUST_ADMITTED } : {}
    return verdictOf(verdict, this.book.guest(id) ?? person, { isAlone: true, ...sentence })
  }

  /** Why a code is nothing to this gate, though it has the form of a ticket. */
  protected foreign(code: string): string | null {
    return isDrillCode(code) ? DRILL_CODE : null
  }

  /** A ticket that the roster does not know, while the server cannot be asked: the gate's policy. */
  private async judgeUnknown(code: string | null, passage: Begun): Promise<Verdict> {
    if (code === null) return verdictOf('error', null, { sentence: GONE })
    const { me } = this.book.kept
    const policy = me?.gates.find(({ id }) => id === me.device.gateId)?.unknownPolicy
    const isIn = passage.direction === 'in' && policy === 'admit'
    const before = isIn && this.book.log.admissionOf(code)
    const verdict = before ? 'inside' : isIn ? 'admitted' : 'unknown'
    await this.record({ ...passage, code, verdict, decided: 'alone' })
    if (before) return verdictOf('inside', null, { isAlone: true, sentence: JUST_ADMITTED })
    if (isIn) return verdictOf('admitted', null, { isAlone: true, sentence: BY_POLICY })
    return verdictOf('unknown_alone', null, { isAlone: true })
  }

  private async record(passage: OwnPassage) {
    await this.book.record(passage)
    this.link.wake()
  }

  /** Takes over what the server has decided, and when. */
  private learn(
    id: string,
    code: string | null,
    direction: Direction,
    { verdict, guest, at }: z.output<typeof scanAnswer>,
  ): Verdict {
    const since = guest?.since ? Date.parse(guest.since) : null
    const isJust =
      guest !== null && verdict === 'inside' && this.book.isJustAdmitted(guest.id, since)
    const here = new Date(Date.parse(at) - this.book.kept.ahead)
    void this.book.record({
      ...{ id, direction, verdict, at: here.toISOString(), sent: 'yes', decided: 'server' },
      ...{ guestId: guest?.id ?? null, code: guest ? null : code },
    })
    if (guest) this.book.change([guest])
    const found = guest && {
      ...viewOf(guest),
      tag: this.book.roster?.lists.get(guest.list)?.name ?? '',
    }
    return verdictOf(verdict, found, isJust ? { sentence: JUST_ADMITTED } : {})
  }

  get isOver() {
    return this.phase === 'ended'
  }

  /** The link's: the server wants nothing more of this device. */
  refused({ code }: Refusal) {
    if (this.phase !== 'open') return
    const ending = ENDINGS.find((one) => one === code)
    if (ending === 'no_device') {
      // The cookie is gone; whoever is signed in gets another.
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
    this.phase = 'open'
    this.link.start()
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
    if (isOver && this.phase === 'open') void this.end('shift_over')
    this.book.forgetOld()
  }

  private look(): GateState {
    const { book, phase, ending, link } = this
    const { me, rosterAt, doubles } = book.kept
    return {
      ...{ phase, ending, me, rosterAt, doubles, network: link.network },
      guests: book.roster?.size ?? null,
      queue: book.log.queue.length,
      isLasting: book.isLasting,
      // Before it has started nobody came, and a page made beforehand knows no time.
      admitted: phase === 'starting' ? 0 : book.admitted,
    }
  }

  emit = () => {
    this.state = this.look()
    for (const listener of this.listeners) listener()
  }
}

/** The answer if it comes within so long; what goes wrong is no answer. */
const inTime = <T>(call: Promise<T>, ms: number): Promise<T | null> =>
  Promise.race([
    call.catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, ms, null)),
  ])
