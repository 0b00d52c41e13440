import { type Db, getDb } from '@/db/pool'
import type { Page } from '@/db/queries/list-query'
import * as queries from '@/db/queries/sign-ins-list'
import { getUser, type UserRow } from '@/db/queries/users'
import { activityLogger } from '@/lib/activities/record'
import { findDevice } from '@/lib/auth/devices'
import { SIGN_IN_MESSAGES, UNKNOWN_DEVICE } from '@/lib/auth/rules'
import type { SignIn } from '@/lib/auth/schema'
import { sessionIdOfRequest } from '@/lib/auth/sessions'
import { notFound } from '@/lib/http/errors'

// Active sign-ins of users, and their end. An ended sign-in loses access with its next request, on
// every instance, because each request reads its row.

const getCurrentBrowser = async (request: Request): Promise<queries.CurrentBrowser> => ({
  signIn: await sessionIdOfRequest(request),
  phone: (await findDevice(request))?.id ?? null,
})

/** Lists the active sign-ins of a user. `current` marks the browser that sends the request. */
export async function findSignIns(userId: number, request: Request): Promise<Page<SignIn>> {
  const { signIn, phone } = await getCurrentBrowser(request)
  const rows = await queries.listSignInsOf(getDb(), userId)
  return {
    rows: rows.map(({ createdAt, lastUsedAt, expiresAt, ...row }) => ({
      ...row,
      current: row.id === signIn || row.id === phone,
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: new Date(lastUsedAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
    })),
    total: rows.length,
  }
}

/** Lists the active sign-ins of any user, for an admin. Throws not_found. */
export async function findSignInsOf(userId: number, request: Request) {
  await requirePerson(getDb(), userId)
  return findSignIns(userId, request)
}

/** Ends one sign-in or key of a user, with its gate device. Throws not_found. */
export function endSignIn(
  { userId, id }: { userId: number; id: string },
  actor: UserRow,
): Promise<void> {
  return getDb().transaction(async (tx) => {
    if (!(await endSignInIfActive(tx, { userId, id }, actor)))
      throw notFound(SIGN_IN_MESSAGES.alreadyEnded)
  })
}

/** Ends one sign-in or key of a user, with its gate device. Returns false if it had ended before. */
export async function endSignInIfActive(
  tx: Db,
  { userId, id }: { userId: number; id: string },
  actor: UserRow,
): Promise<boolean> {
  const ended = await queries.endSignInOf(tx, userId, id)
  if (!ended) return false
  const { device, gate, keyName, keyPrivilege } = ended
  if (keyName !== null)
    await logUserAction(tx, actor, userId, 'key_ended', {
      keyName: [keyName, null],
      keyPrivilege: [keyPrivilege, null],
    })
  else
    await logUserAction(tx, actor, userId, 'device_signed_out', {
      device: [device || UNKNOWN_DEVICE, null],
      ...(gate !== null && { gate: [gate, null] }),
    })
  return true
}

/** Ends all sign-ins and keys of the user except the sign-in that sends the request. */
export function endOtherSignIns(user: UserRow, request: Request): Promise<{ ended: number }> {
  return getDb().transaction(async (tx) => {
    const ended = await queries.endSignInsOf(tx, user.id, await getCurrentBrowser(request))
    return logEndedSignIns(tx, user, user.id, 'others_signed_out', ended)
  })
}

/** Ends every sign-in and key of a user, even the one that sends the request. Throws not_found. */
export function endSignInsOfUser(userId: number, actor: UserRow): Promise<{ ended: number }> {
  return getDb().transaction(async (tx) => {
    await requirePerson(tx, userId)
    return logEndedSignIns(tx, actor, userId, 'signed_out', await queries.endSignInsOf(tx, userId))
  })
}

async function requirePerson(db: Db, id: number): Promise<void> {
  if (!(await getUser(db, id))) throw notFound(SIGN_IN_MESSAGES.noPerson)
}

async function logEndedSignIns(
  tx: Db,
  actor: UserRow,
  userId: number,
  action: string,
  { length: ended }: queries.EndedRow[],
): Promise<{ ended: number }> {
  if (ended > 0) await logUserAction(tx, actor, userId, action, { signIns: [ended, 0] })
  return { ended }
}

/** Logs an action on the sign-ins or keys of a user. */
export const logUserAction = activityLogger('users')
