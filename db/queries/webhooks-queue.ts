import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'

// Queries of the sender of webhooks on the outbox `webhook_deliveries`. Every receiver has its own
// queue, so that a slow or unreachable receiver does not delay the others.

/** Lease of a claimed message in seconds, longer than an attempt to deliver it takes. */
const LEASE_S = 60

/** Claimed message with all data that are needed to send it. */
export interface ClaimedDelivery {
  id: string
  type: string
  happenedAt: string
  data: Record<string, unknown>
  /** Number of attempts, including the current one. */
  attempts: number
  url: string
  /** Secrets in encrypted form. `oldSecret` is null unless the previous secret still signs too. */
  secret: string
  oldSecret: string | null
}

export interface Queue {
  receiverId: number
  /** Number of consecutive failed attempts. */
  failures: number
  /** Seconds until the next message is due; null if no message is queued. */
  wait: number | null
}

const first = (isBulk: boolean) => sql`(select due_at from webhook_deliveries d
  where d.receiver_id = r.id and is_bulk = ${sql.raw(String(isBulk))} and settled_at is null
  order by due_at limit 1)`

/** Returns the active receivers, with the time until their next message is due. */
export const listQueues = prepareStatement<Queue>(sql`
  select id as "receiverId", failures,
    extract(epoch from least(${first(false)}, ${first(true)}) - clock_timestamp())::float as wait
  from webhook_receivers r where state = 'on'`)

const claimedColumns = sql`d.id, d.type, d.happened_at as "happenedAt", d.data, d.attempts, r.url, r.secret,
  case when r.old_secret_until > clock_timestamp() then r.old_secret end as "oldSecret"`

const claim = prepareStatement<ClaimedDelivery>(sql`
  with claimed as materialized (
    select id from webhook_deliveries
    where receiver_id = ${sql.placeholder('receiver')}::int and settled_at is null
      and due_at <= clock_timestamp()
    order by is_bulk, due_at limit ${sql.placeholder('limit')} for update skip locked
  )
  update webhook_deliveries d set state = 'sending', attempts = d.attempts + 1,
    due_at = clock_timestamp() + make_interval(secs => ${sql.raw(String(LEASE_S))})
  from claimed, webhook_receivers r
  where d.id = claimed.id and r.id = d.receiver_id and r.state = 'on'
  returning ${claimedColumns}`)

/**
 * Claims the next due messages of a receiver, and messages whose lease has ended because their
 * sender stopped. Messages of single events come before those of bulk jobs.
 */
export const claimDeliveries = (
  db: Db,
  receiver: number,
  limit: number,
): Promise<ClaimedDelivery[]> => claim(db, { receiver, limit })

const insertTestDelivery = prepareStatement<ClaimedDelivery>(sql`
  with r as (
    select * from webhook_receivers where id = ${sql.placeholder('receiver')}::int
  ), d as (
    insert into webhook_deliveries (receiver_id, type, happened_at, data, state, attempts, due_at)
    select id, ${sql.placeholder('type')}, clock_timestamp(), ${sql.placeholder('data')}::text::jsonb,
      'sending', 1, clock_timestamp() + make_interval(secs => ${sql.raw(String(LEASE_S))}) from r
    returning *
  )
  select ${claimedColumns} from d, r`)

/** Creates and claims a test message to a receiver. Returns null if there is no such receiver. */
export async function enqueueTest(
  db: Db,
  receiver: number,
  type: string,
  data: object,
): Promise<ClaimedDelivery | null> {
  const [row] = await insertTestDelivery(db, { receiver, type, data: JSON.stringify(data) })
  return row ?? null
}

/** Result of an attempt to deliver a message. */
export interface AttemptOutcome {
  id: string
  attempts: number
  isDelivered: boolean
  /** Seconds until the next attempt; null if there is none. */
  inSeconds: number | null
  status: number | null
  ms: number
  answer: string | null
  lastError: string | null
  /** Whether the receiver has answered 410, after which nothing more is sent to it. */
  isGone: boolean
}

const storeOutcomes = prepareStatement<{ failures: number }>(sql`
  with outcomes as materialized (
    select * from json_to_recordset(${sql.placeholder('outcomes')}::text::json) as g(id uuid,
      attempts int, "isDelivered" boolean, "inSeconds" float, status int, ms int, answer text,
      "lastError" text, "isGone" boolean)
  ), updated as (
    update webhook_deliveries d set
      state = case when g."isDelivered" then 'delivered' when g."inSeconds" is null then 'failed' else 'waiting' end,
      due_at = clock_timestamp() + make_interval(secs => coalesce(g."inSeconds", 0)),
      settled_at = case when g."isDelivered" or g."inSeconds" is null then clock_timestamp() end,
      status = g.status, ms = g.ms, answer = g.answer, last_error = g."lastError"
    from outcomes g where d.id = g.id and d.state = 'sending' and d.attempts = g.attempts
  ), summary as (
    select bool_or("isDelivered") as is_delivered, bool_or("isGone") as is_gone, count(*)::int as n
    from outcomes
  ), before as materialized (
    select id, state from webhook_receivers where id = ${sql.placeholder('receiver')}::int for no key update
  ), after as (
    update webhook_receivers r set
      failures = case when is_delivered then 0 else r.failures + n end,
      failing_since = case when not is_delivered then coalesce(r.failing_since, clock_timestamp()) end,
      last_success_at = case when is_delivered then clock_timestamp() else r.last_success_at end,
      state = case when r.state = 'on' and (is_gone or not is_delivered
          and r.failures + n >= ${sql.placeholder('failures')}::int
          and r.failing_since < clock_timestamp() - make_interval(days => ${sql.placeholder('days')}::int))
        then 'off' else r.state end
    from summary, before where r.id = before.id
    returning r.id, r.failures, r.state
  ), recorded as (
    insert into activities (entity, entity_id, action, changes)
    select 'webhooks', after.id::text, 'changed',
      jsonb_build_object('state', jsonb_build_array(before.state, after.state))
    from after join before on before.id = after.id and before.state <> after.state
  )
  select failures from after`)

/**
 * Stores the results of delivery attempts at one receiver, and updates the receiver's state. A
 * receiver is switched off if it has failed for long enough, or has answered 410. Messages whose
 * lease has ended do not change. Returns the number of consecutive failures.
 */
export async function recordAttempts(
  db: Db,
  receiver: number,
  outcomes: AttemptOutcome[],
  switchOffAfter: { days: number; failures: number },
): Promise<number> {
  const [row] = await storeOutcomes(db, {
    receiver,
    outcomes: JSON.stringify(outcomes),
    ...switchOffAfter,
  })
  return row?.failures ?? 0
}
