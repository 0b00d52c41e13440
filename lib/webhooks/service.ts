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
import { encryptSecret, isReadableSecret, makeSecret } from './secrets'
import { deliverMessage } from './sender'

/**
 * Maximum number of receivers. The limit exists because each receiver slows down every sale and
 * scan a little.
 */
const MAX_RECEIVERS = 20

const iso = (at: Date | null) => at?.toISOString() ?? null

const view = (row: queries.ReceiverRow): Receiver => ({
  ...row,
  events: row.events as Receiver['events'],
  createdAt: row.createdAt.toISOString(),
  lastSuccessAt: iso(row.lastSuccessAt),
  failingSince: iso(row.failingSince),
  oldSecretUntil: iso(row.oldSecretUntil),
})

/** Fields of a receiver for the activity log, without its secret. */
const toActivityFields = ({ id, description, url, events, state }: Receiver) => ({
  id,
  description,
  url,
  state,
  events: events.join(', '),
})

function requireRow<Row>(row: Row | null, sentence: string = WEBHOOK_MESSAGES.notThere): Row {
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

/** Returns a receiver. Throws not_found. */
export const readReceiver = async (id: number) =>
  view(requireRow(await queries.receivers.get(getDb(), id)))

/**
 * Registers a receiver, which gets messages about all later events of its types. Throws invalid for
 * a URL that is not allowed, and conflict if there are too many receivers.
 */
export async function createReceiver(body: NewReceiver, user: UserRow): Promise<Receiver> {
  requireUrl(body.url)
  const receiver = await getDb().transaction(async (tx) => {
    const values = { ...body, secret: encryptSecret(makeSecret()) }
    const row = await queries.createReceiver(tx, values, MAX_RECEIVERS)
    if (!row)
      throw new ServiceError('conflict', WEBHOOK_MESSAGES.tooMany, { code: 'too_many_receivers' })
    await logActivity(tx, user, 'webhooks', [null, toActivityFields(view(row))])
    return view(row)
  })
  signal('webhooks')
  return receiver
}

const lockReceiver = async (tx: Db, id: number) =>
  view(requireRow(await queries.receivers.lock(tx, id)))

/**
 * Changes a receiver, pauses it or switches it on. While a receiver is not on, no new messages are
 * queued for it; queued messages are sent after it is on again. Throws not_found, invalid for the
 * URL, and conflict if a field no longer has its expected value.
 */
export async function changeReceiver(
  id: number,
  { seen, ...change }: ReceiverChange,
  user: UserRow,
): Promise<Receiver> {
  if (change.url !== undefined) requireUrl(change.url)
  const receiver = await getDb().transaction(async (tx) => {
    const before = await lockReceiver(tx, id)
    requireUnchanged(seen, before)
    // An admin who switches a receiver on has repaired it, so its failures are reset.
    const isSwitchedOn = change.state === 'on' && before.state !== 'on'
    const patch = { ...change, ...(isSwitchedOn && { failures: 0, failingSince: null }) }
    const after = view(requireRow(await queries.receivers.update(tx, id, patch)))
    await logActivity(tx, user, 'webhooks', [toActivityFields(before), toActivityFields(after)])
    return after
  })
  signal('webhooks')
  return receiver
}

/** Deletes a receiver with its messages. Throws not_found. */
export const deleteReceiver = (id: number, user: UserRow): Promise<void> =>
  getDb().transaction(async (tx) => {
    const deleted = view(requireRow(await queries.deleteReceiver(tx, id)))
    await logActivity(tx, user, 'webhooks', [toActivityFields(deleted), null])
  })

/**
 * Creates a new secret and returns it, which happens only once. The previous secret also signs for
 * a day, so that the receiver accepts all messages while it changes over. It does not after a change
 * of AUTH_SECRET, because it can no longer be read. Throws not_found.
 */
export const makeNewSecret = (id: number, user: UserRow) =>
  getDb().transaction(async (tx) => {
    await lockReceiver(tx, id)
    const hours = isReadableSecret(requireRow(await queries.getSecret(tx, id)))
      ? OLD_SECRET_HOURS
      : null
    const secret = makeSecret()
    const receiver = view(
      requireRow(await queries.replaceSecret(tx, id, encryptSecret(secret), hours)),
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
  viewDelivery(requireRow(await queries.getDelivery(getDb(), id), WEBHOOK_MESSAGES.noDelivery))

/** Lists sent and queued messages, newest first. */
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
 * Sends a test message to a receiver in any state and returns the result. There is only one
 * attempt, with the usual timeout of ten seconds. Throws not_found.
 */
export async function tryReceiver(id: number): Promise<Delivery> {
  const message = requireRow(await enqueueTest(getDb(), id, TEST_EVENT, { receiver: id }))
  await recordAttempts(getDb(), id, [await deliverMessage(message)], AUTO_DISABLE)
  return readDelivery(message.id)
}

/**
 * Queues a message again under the same id. Throws not_found, or conflict if the receiver is not on
 * or the message is being sent.
 */
export async function redeliver(id: string): Promise<Delivery> {
  const outcome = await getDb().transaction((tx) => queries.redeliver(tx, id))
  const { noDelivery, notOn, onItsWay } = WEBHOOK_MESSAGES
  if (requireRow(outcome, noDelivery) === 'receiver_off')
    throw new ServiceError('conflict', notOn, { code: 'not_on' })
  if (outcome === 'claimed') throw new ServiceError('conflict', onItsWay, { code: 'on_its_way' })
  signal('webhooks')
  return readDelivery(id)
}

/** Maintenance task: deletes old deliveries. */
export const purgeDeliveries = (db: Db) => queries.deleteOldDeliveries(db, RETENTION_DAYS)
