import { randomBytes } from 'node:crypto'
import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import * as queries from '@/db/queries/gates'
import { lockGuest } from '@/db/queries/guests'
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
import { endSignInIfActive } from '@/lib/sign-ins/service'
import type { Board, GateChange, GateView } from './board-schema'

// Reads and actions of the gate board: gates, devices, pairing codes, duplicates and disputes.

/**
 * Reads the whole gate board for one response. The queries run in parallel, not in one snapshot.
 */
export async function readBoard(): Promise<Board> {
  const [gates, allGates, devices, doubles, objections, pairings] = await Promise.all([
    queries.listGates(getDb()),
    queries.listAllGates(getDb()),
    queries.listDevices(getDb()),
    queries.listDuplicateAdmissions(getDb()),
    queries.listDisputedAdmissions(getDb()),
    queries.listPairings(getDb()),
  ])
  const withDevices = <G extends { id: number }>(gate: G) => ({
    ...gate,
    devices: devices.filter(({ gateId }) => gateId === gate.id),
  })
  const deletedGates = allGates
    .filter(({ id }) => gates.every((gate) => gate.id !== id))
    .map(({ id, name }) => withDevices({ id, name }))
    .filter(({ devices }) => devices.length > 0)
  // The queries return untyped rows with the fields of the schema. A development build checks the
  // response against the schema.
  const typedRows = { doubles, objections, pairings } as Pick<
    Board,
    'doubles' | 'objections' | 'pairings'
  >
  return {
    now: new Date().toISOString(),
    release: BUILD_ID,
    gates: gates.map(withDevices) as Board['gates'],
    deletedGates: deletedGates as Board['deletedGates'],
    ...typedRows,
  }
}

export const findGates = async () => {
  const rows = await queries.listGates(getDb())
  return { rows, total: rows.length }
}

/** Returns a gate. Throws not_found for an unknown or deleted gate. */
export async function readGate(id: number): Promise<GateView> {
  const gate = (await queries.listGates(getDb())).find((gate) => gate.id === id)
  if (!gate) throw gateNotFound()
  return gate
}

/** Creates a gate. Throws conflict if a gate has the same name, ignoring case and diacritics. */
export function createGate(gate: Omit<GateView, 'id'>, user: UserRow): Promise<GateView> {
  return getDb().transaction(async (tx) => {
    const created = await queries.createGate(tx, gate)
    if (!created) throw nameTaken()
    await invalidateOnCapacityChange(tx, null, created)
    await logActivity(tx, user, 'gates', [null, created])
    return created
  })
}

/**
 * Changes a gate. Throws not_found for an unknown gate. Throws conflict for a taken name, or if
 * another admin changed the gate meanwhile.
 */
export function changeGate(id: number, { seen, ...change }: GateChange, user: UserRow) {
  return getDb().transaction(async (tx) => {
    const before = await lockGate(tx, id)
    requireUnchanged(seen, before)
    const after = await queries.updateGate(tx, id, change).catch(onUniqueViolation(nameTaken))
    await invalidateOnCapacityChange(tx, before, after)
    await logActivity(tx, user, 'gates', [before, after])
    return after
  })
}

/**
 * Deletes a gate. Throws not_found for an unknown gate. Throws conflict for the last gate, or while
 * devices are on duty at the gate.
 */
export function deleteGate(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const deleted = await queries.deleteGate(tx, id)
    if (!deleted) throw gateNotFound()
    if (deleted === 'last_gate')
      throw new ServiceError('conflict', 'Jedan ulaz mora ostati.', { code: 'last_gate' })
    if (deleted === 'in_use')
      throw new ServiceError(
        'conflict',
        'Na ovom ulazu rade uređaji. Odjavite ih, pa obrišite ulaz.',
        { code: 'in_use' },
      )
    await invalidateOnCapacityChange(tx, deleted, null)
    await logActivity(tx, user, 'gates', [deleted, null])
  })
}

/**
 * Invalidates the cached occupancy on all instances if the capacity of a gate has changed. The
 * cache also stores whether any capacity is set.
 */
async function invalidateOnCapacityChange(tx: Db, before: GateView | null, after: GateView | null) {
  if ((before?.capacity ?? null) !== (after?.capacity ?? null)) await invalidate(tx, 'night')
}

/** Minutes until a pairing code expires. */
const PAIRING_MINUTES = 10
const MAX_SHIFT_MS = 24 * 60 * 60 * 1000

/**
 * Creates a pairing code. A gate shift lasts at most 24 hours, so phones are paired again every
 * night. Throws invalid if the shift would end in the past or after more than 24 hours. Throws
 * not_found for an unknown gate.
 */
export async function createPairing(gateId: number, { until }: { until: string }, user: UserRow) {
  const endsAt = new Date(until)
  const remainingMs = endsAt.getTime() - Date.now()
  if (remainingMs <= 0 || remainingMs > MAX_SHIFT_MS) {
    const sentence =
      remainingMs <= 0 ? 'Kraj smjene je već prošao.' : 'Smjena traje najviše 24 sata.'
    throw new ServiceError('invalid', sentence, { fields: { until: [sentence] } })
  }
  const code = randomBytes(16).toString('base64url')
  return getDb().transaction(async (tx) => {
    await lockGate(tx, gateId)
    const codeHash = hashOfSecret(code)
    const pairing = await queries.insertPairing(tx, {
      gateId,
      codeHash,
      endsAt,
      madeBy: user.id,
      minutes: PAIRING_MINUTES,
    })
    await recordGateActivity(tx, user, gateId, 'paired')
    return {
      id: pairing.id,
      code,
      url: `${getConfig().PUBLIC_URL}/ulaz#${code}`,
      expiresAt: pairing.expiresAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }
  })
}

/**
 * Revokes a gate device. Also ends the sign-in of a staff device, which would otherwise register the
 * browser as a new device at once. Does nothing if the device is not on duty. The activity log keeps
 * only the anonymous label, because the label is the name of a person (rule 9.19). Throws not_found
 * for an unknown device.
 */
export function revokeDevice(id: string, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const device = requireFound(await queries.revokeDevice(tx, id), 'Takvog uređaja nema.')
    const { wasOnDuty, gateId, anonymousLabel, userId, signInId } = device
    if (!wasOnDuty) return
    await recordGateActivity(tx, user, gateId, 'revoked', { device: [anonymousLabel, null] })
    if (userId !== null && signInId !== null)
      await endSignInIfActive(tx, { userId, id: signInId }, user)
  })
}

/**
 * Resolves a duplicate admission; `mistake` also voids the second passage. Throws not_found, or
 * conflict if the duplicate is already resolved.
 */
export function resolveDuplicate(
  [first, second]: [string, string],
  settled: 'same_guest' | 'copied_ticket' | 'mistake',
  user: UserRow,
): Promise<void> {
  return getDb().transaction(async (tx) => {
    const duplicate = await queries.lockDuplicate(tx, first, second)
    if (!duplicate) throw notFound('Takvog dvostrukog ulaza više nema.')
    if (duplicate.settled) throw alreadyResolved()
    await queries.setDuplicateResolution(tx, [first, second], settled, user.id)
    if (settled === 'mistake')
      await queries.voidPassage(tx, second, { id: newPassageId(), userId: user.id })
    await recordResolution(tx, user, duplicate.guestId, settled)
  })
}

/**
 * Resolves a disputed admission. `led_out` records an exit if the guest is inside, `taken_back`
 * voids the passage. Throws not_found, or conflict if the dispute is already resolved.
 */
export function resolveDispute(
  passage: string,
  settled: 'stays' | 'led_out' | 'taken_back',
  user: UserRow,
): Promise<void> {
  return getDb().transaction(async (tx) => {
    const dispute = requireFound(
      await queries.getDisputedAdmission(tx, passage),
      'Takvog prolaza nema.',
    )
    if (!(await queries.insertDisputeResolution(tx, passage, settled, user.id)))
      throw alreadyResolved()
    const { guestId } = dispute
    if (guestId === null) return
    // A guest who has already left needs no exit: it would count as a refusal at the gate.
    if (settled === 'led_out' && (await lockGuest(tx, guestId))?.enteredAt)
      await decideAndRecord(tx, {
        id: newPassageId(),
        who: { id: guestId },
        direction: 'out',
        despite: { ban: true, noTicket: true },
        by: { userId: user.id },
      })
    if (settled === 'taken_back')
      await queries.voidPassage(tx, passage, { id: newPassageId(), userId: user.id })
    await recordResolution(tx, user, guestId, settled)
  })
}

/**
 * Locks the row of a gate until the end of the transaction. Throws not_found for an unknown gate.
 */
async function lockGate(tx: Db, id: number): Promise<GateView> {
  const gate = await queries.lockGate(tx, id)
  if (!gate) throw gateNotFound()
  return gate
}

const recordGateActivity = activityLogger('gates')

const recordResolution = (tx: Db, user: UserRow, guestId: number, settled: string) =>
  insertActivity(tx, {
    userId: user.id,
    entity: 'guests',
    entityId: guestId,
    action: 'settled',
    changes: { settled: [null, settled] },
  })

const gateNotFound = () => notFound('Takvog ulaza nema.')
const nameTaken = () =>
  new ServiceError('conflict', 'Ulaz s tim nazivom već postoji.', { code: 'already_exists' })
const alreadyResolved = () =>
  new ServiceError('conflict', 'Netko je to upravo riješio.', { code: 'already_settled' })
