import { randomBytes } from 'node:crypto'
import { type Db, getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import * as queries from '@/db/queries/gates'
import { decideAndRecord } from '@/db/queries/passages'
import type { UserRow } from '@/db/queries/users'
import { activityLogger, logActivity } from '@/lib/activities/record'
import { newPassageId } from '@/lib/admission/rules'
import { hashOfSecret } from '@/lib/auth/devices'
import { invalidate } from '@/lib/cache/invalidate'
import { BUILD_ID } from '@/lib/config/release'
import { getConfig } from '@/lib/config/settings'
import { onUniqueViolation } from '@/lib/http/database-errors'
import { notFound, requireFound, ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import type { Board, GateChange, GateView } from './board-schema'

// What an admin sees and does about a night: gates, devices, codes to join by, and what the
// phones could not settle by themselves.

/** Everything at once, so that no two parts of the screen tell of different moments. */
export async function readBoard(): Promise<Board> {
  const [gates, devices, doubles, objections, pairings] = await Promise.all([
    queries.listGates(getDb()),
    queries.listDevices(getDb()),
    queries.listDuplicateAdmissions(getDb()),
    queries.listObjections(getDb()),
    queries.listPairings(getDb()),
  ])
  const withDevices = gates.map((gate) => ({
    ...gate,
    devices: devices.filter(({ gateId }) => gateId === gate.id),
  }))
  // The queries give the fields of the schema, which holds them against it while it is written.
  const rest = { doubles, objections, pairings } as Pick<
    Board,
    'doubles' | 'objections' | 'pairings'
  >
  return {
    now: new Date().toISOString(),
    release: BUILD_ID,
    gates: withDevices as Board['gates'],
    ...rest,
  }
}

export const findGates = async () => {
  const rows = await queries.listGates(getDb())
  return { rows, total: rows.length }
}

/** Throws not_found. */
export async function readGate(id: number): Promise<GateView> {
  const gate = (await queries.listGates(getDb())).find((one) => one.id === id)
  if (!gate) throw gateNotThere()
  return gate
}

/** Throws conflict when there is such a gate, whatever its case and diacritics. */
export function createGate(gate: Omit<GateView, 'id'>, user: UserRow): Promise<GateView> {
  return getDb().transaction(async (tx) => {
    const made = await queries.createGate(tx, gate)
    if (!made) throw nameTaken()
    await tellOfLimit(tx, null, made)
    await logActivity(tx, user, 'gates', [null, made])
    return made
  })
}

/** Throws not_found, or conflict for a taken name and when somebody was faster. */
export function changeGate(id: number, { seen, ...change }: GateChange, user: UserRow) {
  return getDb().transaction(async (tx) => {
    const before = await lockGate(tx, id)
    requireUnchanged(seen, before)
    const after = await queries.updateGate(tx, id, change).catch(onUniqueViolation(nameTaken))
    await tellOfLimit(tx, before, after)
    await logActivity(tx, user, 'gates', [before, after])
    return after
  })
}

/** Throws not_found, or conflict for the last one and while somebody is at work there. */
export function deleteGate(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const gone = await queries.deleteGate(tx, id)
    if (!gone) throw gateNotThere()
    if (gone === 'last_gate')
      throw new ServiceError('conflict', 'Jedan ulaz mora ostati.', { code: 'last_gate' })
    if (gone === 'in_use')
      throw new ServiceError(
        'conflict',
        'Na ovom ulazu rade uređaji. Odjavite ih, pa obrišite ulaz.',
        { code: 'in_use' },
      )
    await tellOfLimit(tx, gone, null)
    await logActivity(tx, user, 'gates', [gone, null])
  })
}

/** Every instance remembers whether anybody has a limit at all. */
async function tellOfLimit(tx: Db, before: GateView | null, after: GateView | null) {
  if ((before?.capacity ?? null) !== (after?.capacity ?? null)) await invalidate(tx, 'night')
}

/** So long a code waits for whoever it is shown to. */
const PAIRING_MINUTES = 10
const LONGEST_SHIFT = 24 * 60 * 60 * 1000

/** A shift ends within a day: who comes again tomorrow joins anew. */
export async function createPairing(gateId: number, { until }: { until: string }, user: UserRow) {
  const endsAt = new Date(until)
  const left = endsAt.getTime() - Date.now()
  if (left <= 0 || left > LONGEST_SHIFT) {
    const sentence = left <= 0 ? 'Kraj smjene je već prošao.' : 'Smjena traje najviše 24 sata.'
    throw new ServiceError('invalid', sentence, { fields: { until: [sentence] } })
  }
  const code = randomBytes(16).toString('base64url')
  return getDb().transaction(async (tx) => {
    await lockGate(tx, gateId)
    const codeHash = hashOfSecret(code)
    const made = await queries.insertPairing(tx, {
      gateId,
      codeHash,
      endsAt,
      madeBy: user.id,
      minutes: PAIRING_MINUTES,
    })
    await note(tx, user, gateId, 'paired')
    return {
      id: made.id,
      code,
      url: `${getConfig().PUBLIC_URL}/ulaz#${code}`,
      expiresAt: made.expiresAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }
  })
}

/** Takes a device out of service; once more does nothing. Throws not_found. */
export function revokeDevice(id: string, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const device = requireFound(await queries.revokeDevice(tx, id), 'Takvog uređaja nema.')
    if (device.wasAtWork)
      await note(tx, user, device.gateId, 'revoked', { device: [device.label, null] })
  })
}

/**
 * A person's word on a guest who was let in twice; after a slip of the hand the second one has
 * never happened. Throws not_found, or conflict when it is settled already.
 */
export function resolveDuplicate(
  [first, second]: [string, string],
  settled: 'same_guest' | 'copied_ticket' | 'mistake',
  user: UserRow,
): Promise<void> {
  return getDb().transaction(async (tx) => {
    const double = await queries.lockDouble(tx, first, second)
    if (!double) throw notFound('Takvog dvostrukog ulaza više nema.')
    if (double.settled) throw alreadySettled()
    await queries.settleDouble(tx, [first, second], settled, user.id)
    if (settled === 'mistake')
      await queries.voidPassage(tx, second, { id: newPassageId(), userId: user.id })
    await noteGuest(tx, user, double.guestId, settled)
  })
}

/**
 * A person's word on somebody whom a phone let in alone and the server would not have; who is
 * led out goes out by a passage of their own, and what never happened is taken back. Throws not_found, or conflict as above.
 */
export function resolveDispute(
  passage: string,
  settled: 'stays' | 'led_out' | 'taken_back',
  user: UserRow,
): Promise<void> {
  return getDb().transaction(async (tx) => {
    const objection = requireFound(await queries.getObjection(tx, passage), 'Takvog prolaza nema.')
    if (!(await queries.settleObjection(tx, passage, settled, user.id))) throw alreadySettled()
    const { guestId } = objection
    if (guestId === null) return
    if (settled === 'led_out')
      await decideAndRecord(tx, {
        id: newPassageId(),
        who: { id: guestId },
        direction: 'out',
        despite: { ban: true, noTicket: true },
        by: { userId: user.id },
      })
    if (settled === 'taken_back')
      await queries.voidPassage(tx, passage, { id: newPassageId(), userId: user.id })
    await noteGuest(tx, user, guestId, settled)
  })
}

/** Throws not_found. */
async function lockGate(tx: Db, id: number): Promise<GateView> {
  const gate = await queries.lockGate(tx, id)
  if (!gate) throw gateNotThere()
  return gate
}

const note = activityLogger('gates')

const noteGuest = (tx: Db, user: UserRow, guestId: number, settled: string) =>
  insertActivity(tx, {
    userId: user.id,
    entity: 'guests',
    entityId: guestId,
    action: 'settled',
    changes: { settled: [null, settled] },
  })

const gateNotThere = () => notFound('Takvog ulaza nema.')
const nameTaken = () =>
  new ServiceError('conflict', 'Ulaz s tim nazivom već postoji.', { code: 'already_exists' })
const alreadySettled = () =>
  new ServiceError('conflict', 'Netko je to upravo riješio.', { code: 'already_settled' })
