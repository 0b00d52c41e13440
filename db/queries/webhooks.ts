import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { WEBHOOK_DELIVERIES, WEBHOOK_RECEIVERS } from '../catalogue/webhooks'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { webhookDeliveries, webhookReceivers } from '../schema/webhooks'
import { fieldsOf, type ListParams, type ListShape, pageOfTable } from './list-query'
import { rowQueries } from './rows'
import { shownTo } from './shown-columns'

const shown = shownTo('admin', webhookReceivers, WEBHOOK_RECEIVERS)

const columns = {
  ...shown,
  waiting: sql<number>`(select count(*)::int from webhook_deliveries d
    where d.receiver_id = webhook_receivers.id and d.settled_at is null)`,
}

const shape: ListShape = {
  text: {
    description: normalized(webhookReceivers.description),
    url: normalized(webhookReceivers.url),
  },
  exact: {},
  order: {
    description: normalized(webhookReceivers.description),
    createdAt: webhookReceivers.createdAt,
    lastSuccessAt: webhookReceivers.lastSuccessAt,
  },
}

export const RECEIVER_FIELDS = fieldsOf(shape, Object.keys(shape.text))

export const receivers = rowQueries(webhookReceivers, columns)

export type ReceiverRow = NonNullable<Awaited<ReturnType<typeof receivers.get>>>

const last = [webhookReceivers.description, webhookReceivers.id]

export const listReceivers = (db: Db, params: ListParams) =>
  pageOfTable(db, { table: webhookReceivers, columns, shape, last }, params)

type NewReceiver = Pick<
  typeof webhookReceivers.$inferInsert,
  'description' | 'url' | 'events' | 'secret'
>

/**
 * Creates a receiver of webhooks. Returns null if there are `maxReceivers` receivers already. There
 * is a limit because each receiver slows down sales and admissions.
 */
export async function createReceiver(
  tx: Db,
  receiver: NewReceiver,
  maxReceivers: number,
): Promise<ReceiverRow | null> {
  // The lock makes only transactions wait that change receivers, not those that read which
  // receivers get a message.
  await tx.execute(sql`lock table webhook_receivers in share row exclusive mode`)
  if ((await tx.$count(webhookReceivers)) >= maxReceivers) return null
  const [row] = await tx
    .insert(webhookReceivers)
    .values(receiver)
    .returning({ id: webhookReceivers.id })
  return row ? receivers.get(tx, row.id) : null
}

/** Deletes a receiver with all of its messages, and returns it; null without such a receiver. */
export async function deleteReceiver(tx: Db, id: number): Promise<ReceiverRow | null> {
  const receiver = await receivers.get(tx, id)
  const rows = await tx
    .delete(webhookReceivers)
    .where(eq(webhookReceivers.id, id))
    .returning({ id: webhookReceivers.id })
  await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.receiverId, id))
  return rows.length > 0 ? receiver : null
}

/** Returns the encrypted secret of a receiver, or null without such a receiver. */
export async function getSecret(db: Db, id: number): Promise<string | null> {
  const [row] = await db
    .select({ secret: webhookReceivers.secret })
    .from(webhookReceivers)
    .where(eq(webhookReceivers.id, id))
  return row?.secret ?? null
}

/**
 * Replaces the secret of a receiver. The previous secret also signs for `hours` more hours; with
 * null it does not.
 */
export const replaceSecret = (tx: Db, id: number, secret: string, hours: number | null) =>
  receivers.update(tx, id, {
    secret,
    secretAt: sql`clock_timestamp()`,
    ...(hours === null
      ? { oldSecret: null, oldSecretUntil: null }
      : {
          oldSecret: sql`case when secret_at is not null then secret end`,
          oldSecretUntil: sql`case when secret_at is not null
            then clock_timestamp() + make_interval(hours => ${hours}) end`,
        }),
  })

const { dueAt, ...shownDeliveryColumns } = shownTo('admin', webhookDeliveries, WEBHOOK_DELIVERIES)

const deliveryColumns = {
  ...shownDeliveryColumns,
  receiver: sql<string | null>`(select description from webhook_receivers r
    where r.id = webhook_deliveries.receiver_id)`,
  dueAt:
    sql<Date | null>`case when ${webhookDeliveries.state} = 'waiting' then ${dueAt} end`.mapWith(
      dueAt,
    ),
}

const deliveryShape: ListShape = {
  text: {},
  exact: {
    type: (value) => sql`${webhookDeliveries.type} = ${value}`,
    state: (value) => sql`${webhookDeliveries.state} = ${value}`,
  },
  order: { createdAt: webhookDeliveries.createdAt },
}

export const DELIVERY_FIELDS = fieldsOf(deliveryShape, Object.keys(deliveryShape.exact))

type DeliveryState = (typeof webhookDeliveries.$inferSelect)['state']

const deliveries = {
  table: webhookDeliveries,
  columns: deliveryColumns,
  shape: deliveryShape,
  last: [desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id)],
}

/** Lists messages, newest first. `receiver` and `state` limit the list if they are given. */
export const listDeliveries = (
  db: Db,
  { receiver, state, ...params }: ListParams & { receiver?: number; state?: DeliveryState },
) =>
  pageOfTable(
    db,
    deliveries,
    params,
    and(
      receiver ? eq(webhookDeliveries.receiverId, receiver) : undefined,
      state ? eq(webhookDeliveries.state, state) : undefined,
    ),
  )

export async function getDelivery(db: Db, id: string) {
  const [row] = await db
    .select(deliveryColumns)
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, id))
  return row ?? null
}

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof getDelivery>>>

/**
 * Queues a message again under the same id, with its number of attempts set to 0. Returns 'queued'
 * or the reason why it cannot be queued; null without such a message.
 */
export async function redeliver(
  db: Db,
  id: string,
): Promise<'queued' | 'claimed' | 'receiver_off' | null> {
  const [row] = await db
    .select({ state: webhookDeliveries.state, receiver: webhookReceivers.state })
    .from(webhookDeliveries)
    .leftJoin(webhookReceivers, eq(webhookReceivers.id, webhookDeliveries.receiverId))
    .where(eq(webhookDeliveries.id, id))
    .for('update', { of: webhookDeliveries })
  if (!row) return null
  if (row.state === 'sending') return 'claimed'
  if (row.receiver !== 'on') return 'receiver_off'
  await db
    .update(webhookDeliveries)
    .set({ state: 'waiting', attempts: 0, dueAt: sql`clock_timestamp()`, settledAt: null })
    .where(eq(webhookDeliveries.id, id))
  return 'queued'
}

/**
 * Deletes up to 10,000 messages that are older than `days` days, and previous secrets that have
 * expired.
 */
export async function deleteOldDeliveries(db: Db, days: number): Promise<void> {
  await db.execute(sql`
    delete from webhook_deliveries where ctid = any(array(
      select ctid from webhook_deliveries
      where created_at < clock_timestamp() - make_interval(days => ${days}) limit 10000))`)
  await db
    .update(webhookReceivers)
    .set({ oldSecret: null, oldSecretUntil: null })
    .where(
      and(
        isNotNull(webhookReceivers.oldSecret),
        lt(webhookReceivers.oldSecretUntil, sql`clock_timestamp()`),
      ),
    )
}
