import type { Sql } from 'postgres'
import type { PassageVerdict } from '@/db/catalogue/verdicts'
import { changesPresence, presenceOf } from '@/lib/admission/rules'
import { MAIL_KEY_TAG } from '@/lib/mail/rules'
import type { AcknowledgedWrites } from './ledger'
import type { World } from './world'

/**
 * Reports a violation of an invariant. `words` find the acknowledged write in the history, so that
 * the faults near it can be printed.
 */
export type Broken = (what: string, words?: string) => void

/**
 * Invariants that are checked in the database after the faults: no acknowledged write is lost, and
 * nothing is stored twice.
 */
export const INVARIANTS: Record<
  string,
  (world: World, ledger: AcknowledgedWrites, broken: Broken) => Promise<void>
> = {
  'each sale and return is stored once, with its payment': async ({ sql }, ledger, broken) => {
    const rows = await sql<
      { id: number; isBought: boolean; sales: number; returns: number; ofTill: boolean }[]
    >`
      select g.id, bought_at is not null as "isBought",
        count(*) filter (where m.kind = 'sale')::int as sales,
        count(*) filter (where m.kind = 'return')::int as returns
      from guests g left join cash_moves m on m.guest_id = g.id group by g.id`
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [guest, { sold, returned, open }] of ledger.tickets) {
      const row = byId.get(guest)
      const told = `guest ${guest}: acknowledged ${sold} sales, ${returned} returns (${open} unknown); stored ${JSON.stringify(row)}`
      if (open === 0 && row?.isBought !== sold > returned) broken(told, `guest ${guest}`)
      else if (ledger.isOfTill(guest) && Math.abs((row?.sales ?? 0) - sold) > open)
        broken(told, `guest ${guest}`)
      else if (ledger.isOfTill(guest) && Math.abs((row?.returns ?? 0) - returned) > open)
        broken(told, `guest ${guest}`)
    }
  },
  'the cash of each shift is the sum that its desk recorded': async ({ sql }, ledger, broken) => {
    for (const [shift, { cents, open }] of ledger.shifts) {
      const [row] = await sql`select coalesce(sum(cents), 0)::int as cents from cash_moves
        where shift_id = ${shift} and method = 'cash' and kind <> 'count'`
      if (open === 0 && row?.cents !== cents)
        broken(`shift ${shift}: recorded by the desk ${cents}, stored ${row?.cents}`)
    }
    const stored = await sql<{ reason: string; n: number }[]>`
      select reason, count(*)::int as n from cash_moves where kind = 'correction' group by reason`
    const byReason = new Map(stored.map(({ reason, n }) => [reason, n]))
    for (const [reason, { isKnown }] of ledger.corrections) {
      const n = byReason.get(reason) ?? 0
      if (n > 1 || (isKnown && n !== 1))
        broken(`correction “${reason}” is stored ${n} times`, `“${reason}”`)
    }
  },
  'each sign-up is stored once': async ({ sql }, ledger, broken) => {
    const rows = await sql<{ jmbag: string; n: number }[]>`
      select jmbag, count(*)::int as n from signups group by jmbag`
    once(new Map(rows.map(({ jmbag, n }) => [jmbag, n])), ledger.signups, 'sign-up', broken)
  },
  'each guest of a sponsor is stored once': async ({ sql }, ledger, broken) => {
    const rows = await sql<{ name: string; n: number }[]>`
      select btrim(name || ' ' || surname) as name, count(*)::int as n from guests group by 1`
    once(
      new Map(rows.map(({ name, n }) => [name, n])),
      ledger.sponsorGuests,
      'sponsor’s guest',
      broken,
    )
  },
  'notes, bans and texts of bulk jobs are stored once': async ({ sql }, ledger, broken) => {
    const rows = await sql<{ id: number; note: string | null; ban: string | null }[]>`
      select id, note, ban_reason as ban from guests`
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [guest, known] of ledger.notes) {
      const row = byId.get(guest)
      if (known && ((row?.note ?? '') !== known.note || row?.ban !== known.ban))
        broken(
          `guest ${guest}: acknowledged ${JSON.stringify(known)}, stored ${JSON.stringify(row)}`,
          `guest ${guest}`,
        )
    }
    for (const [guest, { told, open }] of ledger.words) {
      const words = (byId.get(guest)?.note ?? '').match(/w\d+/g) ?? []
      const isTwice = new Set(words).size !== words.length
      const missing = told.filter((word) => !(words as string[]).includes(word))
      const strange = words.filter((word) => !told.includes(word) && !open.includes(word))
      if (isTwice || missing.length > 0 || strange.length > 0)
        broken(
          `texts of bulk jobs, guest ${guest}: acknowledged ${told}, stored ${words}`,
          missing[0] ?? `guest ${guest}`,
        )
    }
  },
  'every passage that a phone showed is stored once': async ({ sql }, ledger, broken) => {
    const rows = await sql<
      { id: string; guestId: number | null; verdict: string; device: string | null }[]
    >`
      select id, guest_id as "guestId", verdict, device_id as device from passages`
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [name, { queue, passages, device }] of ledger.phones) {
      if (queue > 0) broken(`${name} still has ${queue} unsent passages`)
      for (const passage of passages) {
        const row = byId.get(passage.id)
        const isSame =
          row?.verdict === passage.verdict &&
          (row.guestId === passage.guestId || passage.guestId === null)
        if (!isSame || row?.device !== device || passage.sent === 'refused')
          broken(
            `${name}: ${JSON.stringify(passage)} is stored as ${JSON.stringify(row)}`,
            `${name}: ${passage.verdict}`,
          )
      }
      const known = new Set(passages.flatMap(({ id, takesBack }) => [id, takesBack]))
      // A stored refusal that the phone does not know is allowed: its response was lost, and the
      // phone showed no verdict for it. A stored admission or exit must be known.
      for (const row of rows)
        if (
          row.device === device &&
          !known.has(row.id) &&
          changesPresence(row.verdict as PassageVerdict)
        )
          broken(`${name} does not know ${JSON.stringify(row)}`)
    }
    const entered = await sql<{ id: number; n: number }[]>`
      select guest_id as id, count(*)::int as n from passages where verdict = 'admitted' group by 1`
    const byGuest = new Map(entered.map(({ id, n }) => [id, n]))
    for (const [guest, isTold] of ledger.checkedIn) {
      const n = byGuest.get(guest) ?? 0
      if (n > 1 || (isTold && n !== 1))
        broken(`guest ${guest} was admitted ${n} times by the API`, `guest ${guest}`)
    }
  },
  'presence follows from the passages, and matches what each phone showed last': async (
    { sql },
    ledger,
    broken,
  ) => {
    const passages = await sql<
      {
        id: string
        guestId: number
        verdict: PassageVerdict
        at: string
        takesBack: string | null
        isResolution: boolean
      }[]
    >`
      select id, guest_id as "guestId", verdict, extract(epoch from at) * 1000 as at,
        voids as "takesBack", voids is not null and device_id is null as "isResolution"
      from passages where guest_id is not null`
    const byGuest = grouped(passages)
    for (const { id, since } of await sql<{ id: number; since: string | null }[]>`
      select id, extract(epoch from entered_at) * 1000 as since from guests`) {
      const told = presenceOf(
        (byGuest.get(id) ?? []).map((one) => ({ ...one, at: Number(one.at) })),
      )
      if (told.since !== (since === null ? null : Number(since)))
        broken(
          `guest ${id}: inside since ${since} by the table, ${told.since} by the passages`,
          `guest ${id}`,
        )
    }
    const inside = new Set(
      (await sql`select id from guests where entered_at is not null`).map(({ id }) => id),
    )
    for (const [name, { own }] of ledger.phones)
      for (const [guest, isInside] of own)
        if (inside.has(guest) !== isInside)
          broken(
            `guest ${guest} is ${isInside ? 'not ' : ''}inside, but ${name} showed the opposite last`,
            `guest ${guest}`,
          )
  },
  'the counts of guest lists are right': async ({ sql }, _ledger, broken) => {
    const counts = await sql`
      with counted as (
        select list_id, sum(total)::int as everyone, sum(bought)::int as bought, sum(entered)::int as entered
        from guest_list_counts group by 1
      ), really as (
        select list_id, count(*)::int as everyone, count(bought_at)::int as bought, count(entered_at)::int as entered
        from guests where deleted_at is null group by 1
      )
      select really.*, counted.everyone as "everyoneCounted", counted.bought as "boughtCounted", counted.entered as "enteredCounted"
      from really left join counted using (list_id)
      where (really.everyone, really.bought, really.entered) is distinct from (counted.everyone, counted.bought, counted.entered)`
    for (const row of counts) broken(`counts: ${JSON.stringify(row)}`)
  },
  'each ticket mail is delivered once': async ({ sql, mails }, _ledger, broken) => {
    const sent = new Map<string, number>()
    for (const { tags = [] } of mails.delivered) {
      const key = tags.find(({ name }) => name === MAIL_KEY_TAG)?.value ?? '?'
      sent.set(key, (sent.get(key) ?? 0) + 1)
    }
    const stored = await sql<
      { id: string; state: string; code: string; isValid: boolean; error: string | null }[]
    >`
      select m.id, m.state, conf_code as code, last_error as error,
        exists (select from guests g where g.conf_code = m.conf_code) as "isValid" from mails m`
    for (const [key, n] of sent) {
      if (n > 1) broken(`mail ${key} was delivered ${n} times`)
      if (!stored.some(({ id }) => id === key))
        broken(`mail ${key} was delivered but is not stored`)
    }
    for (const one of stored) {
      const n = sent.get(one.id) ?? 0
      if ((one.state === 'sent' && n !== 1) || (one.isValid && one.state !== 'sent'))
        broken(`mail ${JSON.stringify(one)} was delivered ${n} times`)
    }
    const unmailed = await sql`
      select g.id from guests g where bought_at is not null and email like 'mail%' and not exists (
        select from mails m where m.conf_code = g.conf_code and template = 'ticket-confirmation')`
    for (const { id } of unmailed) broken(`guest ${id} has a ticket but no mail`, `guest ${id}`)
  },
  'each event is delivered under one id': async ({ sql, receiver }, _ledger, broken) => {
    const told = new Map<string, string>()
    for (const { headers, message } of receiver.received) {
      const id = headers['webhook-id'] as string
      const text = JSON.stringify([message.type, message.data])
      if ((told.get(id) ?? text) !== text) broken(`webhook ${id} was delivered with two contents`)
      told.set(id, text)
    }
    const stored = await sql<
      { id: string; state: string; type: string; data: { guest: number; passage?: string } }[]
    >`
      select id, state, type, data from webhook_deliveries`
    for (const one of stored)
      if (!told.has(one.id) || one.state !== 'delivered')
        broken(`webhook ${JSON.stringify(one)} was not delivered`)
    for (const id of told.keys())
      if (!stored.some((one) => one.id === id))
        broken(`webhook ${id} was delivered but is not stored`)
    const admitted = stored.flatMap(({ type, data }) =>
      type === 'guest.admitted' ? [data.passage as string] : [],
    )
    if (new Set(admitted).size !== admitted.length) broken('an admission has two webhooks')
    const passages = await sql<{ id: string }[]>`
      select id from passages where verdict = 'admitted' and guest_id is not null`
    for (const { id } of passages)
      if (!admitted.includes(id)) broken(`passage ${id} has no webhook`)
  },
}

function once(
  stored: Map<string, number>,
  told: Map<string, boolean>,
  what: string,
  broken: Broken,
) {
  for (const [name, isTold] of told) {
    const n = stored.get(name) ?? 0
    if (n > 1 || (isTold && n !== 1)) broken(`${what} ${name} is stored ${n} times`, name)
  }
}

function grouped<T extends { guestId: number }>(all: readonly T[]) {
  const groups = new Map<number, T[]>()
  for (const one of all) groups.set(one.guestId, [...(groups.get(one.guestId) ?? []), one])
  return groups
}

/**
 * Returns what is still in progress, for example '3 mails': queues, bulk jobs, open transactions
 * and advisory locks. Empty if nothing is.
 */
export async function stillUnderWay(sql: Sql): Promise<string[]> {
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::int from mails where state in ('queued', 'sending')) as mails,
      (select count(*)::int from webhook_deliveries where settled_at is null) as webhooks,
      (select count(*)::int from bulk_jobs where state in ('running', 'undoing')) as "bulk jobs",
      (select count(*)::int from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%') as "open transactions",
      (select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
        where a.datname = current_database() and l.locktype = 'advisory' and l.objid <> 7340256) as "locks"`
  return Object.entries(row ?? {}).flatMap(([what, n]) => (n > 0 ? [`${n} ${what}`] : []))
}
