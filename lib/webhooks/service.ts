import type { z } from 'zod'
import { type Db, getDb } from '@/db/pool'
import type { UserRow } from '@/db/queries/users'
import * as queries from '@/db/queries/webhooks'
import { enqueueTest, recordAttempts } from '@/db/queries/webhooks-queue'
import { logActivity } from '@/lib/activities/record'
import { notFound, ServiceError } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { requireUnchanged } from '@/lib/http/precondition'
import { signal } from '@/lib/jobs/signals'
import { urlProblem } from './post'
import { AUTO_DISABLE, OLD_SECRET_HOURS, RETENTION_DAYS, TEST_EVENT } from './rules'
import {
  type Delivery,
  type deliveryQuery,
  type NewReceiver,
  type Receiver,
  type ReceiverChange,
  WEBHOOK_MESSAGES,
} from './schema'
import { encryptSecret, makeSecret } from './secrets'
import { deliverMessage } from './sender'

/** More than any festival tells: each makes every sale and scan a little dearer. */
const MOST_RECEIVERS = 20

const iso = (at: Date | null) => at?.toISOString() ?? null

const view = (row: queries.ReceiverRow): Receiver => ({
  ...row,
  events: row.events as Receiver['events'],
  createdAt: row.createdAt.toISOString(),
  lastSuccessAt: iso(row.lastSuccessAt),
  failingSince: iso(row.failingSince),
  oldSecretUntil: iso(row.oldSecretUntil),
})

/** What the record keeps of a receiver: never a secret. */
const recorded = ({ id, description, url, events, state }: Receiver) => ({
  id,
  description,
  url,
  state,
  events: events.join(', '),
})

function there<Row>(row: Row | null, sentence: string = WEBHOOK_MESSAGES.notThere): Row {
  if (row === null) throw notFound(sentence)
  return row
}

function requireUrl(url: string): void {
  const problem = urlProblem(url)
  if (problem) throw new ServiceError('invalid', problem, { fields: { url: [problem] } })
}

export async function findReceivers(query: ListQuery) {
  const { rows, total } = await queries.listReceivers(
    getDb(),
    listParams(query, queries.RECEIVER_FIELDS),
  )
  return { rows: rows.map(view), total }
}

/** Throws not_found. */
export const readReceiver = async (id: number) =>
  view(there(await queries.receivers.get(getDb(), id)))

/**
 * Registers who is told of what happens from now on. Throws invalid for an address that is not to
 * be told, and conflict where there are too many.
 */
export async function createReceiver(body: NewReceiver, user: UserRow): Promise<Receiver> {
  requireUrl(body.url)
  const receiver = await getDb().transaction(async (tx) => {
    const given = { ...body, secret: encryptSecret(makeSecret()) }
    const row = await queries.createReceiver(tx, given, MOST_RECEIVERS)
    if (!row)
      throw new ServiceError('conflict', WEBHOOK_MESSAGES.tooMany, { code: 'too_many_receivers' })
    await logActivity(tx, user, 'webhooks', [null, recorded(view(row))])
    return view(row)
  })
  signal('webhooks')
  return receiver
}

const lock = async (tx: Db, id: number) => view(there(await queries.receivers.lock(tx, id)))

/**
 * Changes a receiver, pauses it or lets it go on: while it is not on nothing is kept for it, and
 * what waited goes out when it is on again. Throws not_found, invalid as above, and conflict when
 * somebody was faster.
 */
export async function changeReceiver(
  id: number,
  { seen, ...change }: ReceiverChange,
  user: UserRow,
): Promise<Receiver> {
  if (change.url !== undefined) requireUrl(change.url)
  const receiver = await getDb().transaction(async (tx) => {
    const before = await lock(tx, id)
    requireUnchanged(seen, before)
    // Who lets it go on has mended something: it begins with no failure behind it.
    const isMended = change.state === 'on' && before.state !== 'on'
    const patch = { ...change, ...(isMended && { failures: 0, failingSince: null }) }
    const after = view(there(await queries.receivers.update(tx, id, patch)))
    await logActivity(tx, user, 'webhooks', [recorded(before), recorded(after)])
    return after
  })
  signal('webhooks')
  return receiver
}

/** Throws not_found. */
export const deleteReceiver = (id: number, user: UserRow): Promise<void> =>
  getDb().transaction(async (tx) => {
    const gone = view(there(await queries.deleteReceiver(tx, id)))
    await logActivity(tx, user, 'webhooks', [recorded(gone), null])
  })

/**
 * A new secret, in the answer and never again; the one before signs beside it for a day, so that
 * nothing is refused while the receiver changes over. Throws not_found.
 */
export const makeNewSecret = (id: number, user: UserRow) =>
  getDb().transaction(async (tx) => {
    await lock(tx, id)
    const secret = makeSecret()
    const receiver = view(
      there(await queries.replaceSecret(tx, id, encryptSecret(secret), OLD_SECRET_HOURS)),
    )
    await logActivity(tx, user, 'webhooks', [
      { id, secret: 'dosadašnja' },
      { id, secret: 'nova' },
    ])
    return { secret, receiver }
  })

const viewDelivery = (row: queries.DeliveryRow): Delivery => ({
  ...row,
  happenedAt: row.happenedAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  dueAt: iso(row.dueAt),
  settledAt: iso(row.settledAt),
})

const readDelivery = async (id: string) =>
  viewDelivery(there(await queries.getDelivery(getDb(), id), WEBHOOK_MESSAGES.noDelivery))

/** What was told, and is to be, newest first. */
export async function findDeliveries({
  receiver,
  state,
  ...query
}: z.output<typeof deliveryQuery>) {
  const { rows, total } = await queries.listDeliveries(getDb(), {
    ...listParams(query, queries.DELIVERY_FIELDS),
    receiver,
    state,
  })
  return { rows: rows.map(viewDelivery), total }
}

/**
 * Tells a receiver that this is a trial, whatever its state, and answers what came of it: once,
 * within the ten seconds of any attempt. Throws not_found.
 */
export async function tryReceiver(id: number): Promise<Delivery> {
  const message = there(await enqueueTest(getDb(), id, TEST_EVENT, { receiver: id }))
  await recordAttempts(getDb(), id, [await deliverMessage(message)], AUTO_DISABLE)
  return readDelivery(message.id)
}

/** Has a message told anew, under its id. Throws not_found, or conflict where that cannot be now. */
export async function redeliver(id: string): Promise<Delivery> {
  const outcome = await getDb().transaction((tx) => queries.retell(tx, id))
  const { noDelivery, notOn, onItsWay } = WEBHOOK_MESSAGES
  if (there(outcome, noDelivery) === 'not on')
    throw new ServiceError('conflict', notOn, { code: 'not_on' })
  if (outcome === 'in hand') throw new ServiceError('conflict', onItsWay, { code: 'on_its_way' })
  signal('webhooks')
  return readDelivery(id)
}

/** A chore. */
export const purgeDeliveries = (db: Db) => queries.forgetOldDeliveries(db, RETENTION_DAYS)
