// Simulated gate phone: the gate client of the product (components/gate) in a process of its own,
// so that the phone can be frozen and its clock changed. Controlled by messages from phone.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { GateClient } from '@/components/gate/state/session'
import { createRandom } from '@/db/seed/random'
import type { PhoneReport } from './ledger'

export interface Instructions {
  name: string
  seed: number
  addresses: string[]
  origin: string
  code: string
  /** Tickets that every phone scans, and tickets that only this phone scans. */
  shared: { id: number; code: string }[]
  own: { id: number; code: string }[]
}

export type PhoneMessage =
  | { kind: 'ready' }
  | { kind: 'verdict'; text: string }
  | { kind: 'wrong'; text: string }
  | { kind: 'report'; report: PhoneReport }

const sendMessage = (message: PhoneMessage) => process.send?.(message)

async function runPhone({ name, seed, addresses, origin, code, shared, own }: Instructions) {
  // Browser globals that the gate client uses.
  Object.assign(globalThis, { window: new EventTarget(), document: new EventTarget() })
  const { GateClient: RealGate } = await import('@/components/gate/state/session')
  const random = createRandom(seed)
  let cookie = ''
  const status = { release: 'x', battery: null, storage: null, camera: 'on' }
  const gate: GateClient = new RealGate(
    async (path, init) => {
      const response = await fetch(`${random.pick(addresses)}/api/gate/${path}`, {
        ...init,
        headers: { ...init?.headers, cookie, origin },
      })
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return response
    },
    { status: async () => status },
  )
  await gate.start()
  await gate.join(code, name)
  while (gate.state.guests === null) await sleep(100)
  sendMessage({ kind: 'ready' })

  let isOver = false
  const inside = new Map<number, boolean>()
  process.on('message', async (text) => {
    if (text === 'end') isOver = true
    if (text !== 'report') return
    const { device } = gate
    const passages = device.log.passages.map(
      ({ id, guestId, verdict, sent, decided, takesBack }) => ({
        id,
        guestId: guestId ?? null,
        verdict,
        sent,
        decided,
        takesBack: takesBack ?? null,
      }),
    )
    const all = [...shared, ...own]
    const count = all.filter(({ id }) => device.guest(id)?.since != null).length
    sendMessage({
      kind: 'report',
      report: {
        device: device.persisted.me?.device.id ?? '',
        queue: gate.state.queue,
        passages,
        inside: count,
        insideVenue: gate.state.fill?.inside ?? null,
        own: [...inside],
      },
    })
  })
  while (!isOver) {
    await sleep(60 + random.next() * 300)
    const isOwn = random.chance(0.5)
    const ticket = random.pick(isOwn ? own : shared)
    const direction = random.chance(0.6) ? 'in' : 'out'
    const { kind, isOffline } = await gate.decideScan({ who: { code: ticket.code }, direction })
    sendMessage({
      kind: 'verdict',
      text: `${kind}${isOffline ? ' (offline)' : ''} to guest ${ticket.id}`,
    })
    if (gate.state.phase !== 'open')
      sendMessage({
        kind: 'wrong',
        text: `the gate page is ${gate.state.phase}: ${gate.state.ending}`,
      })
    if (kind === 'admitted') inside.set(ticket.id, true)
    if (kind === 'left') inside.set(ticket.id, false)
    if (!isOwn) inside.delete(ticket.id)
  }
}

process.once(
  'message',
  (instructions) =>
    void runPhone(instructions as Instructions).catch((error) => {
      sendMessage({ kind: 'wrong', text: String(error?.stack ?? error) })
    }),
)
process.on('disconnect', () => process.exit(0))
