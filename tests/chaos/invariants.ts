import type { Sql } from 'postgres'
import type { PassageVerdict } from '@/db/catalogue/verdicts'
import { changesPresence, presenceOf } from '@/lib/admission/rules'
import { MAIL_KEY_TAG } from '@/lib/mail/rules'
import type { AcknowledgedWrites } from './ledger'
import type { World } from './world'

/**
 * Reports a violation of an invariant. `searchText` finds the acknowledged write in the history, so
 * that the faults near it can be printed.
 */
export type ReportViolation = (what: string, searchText?: string) => void

/**
 * Invariants that are checked in the database after the faults: no acknowledged write is lost, and
 * nothing is stored twice.
 */
export const INVARIANTS: Record<
  string,
  (world: World, ledger: AcknowledgedWrites, report: ReportViolation) => Promise<void>
> = {
  'each sale and return is stored once, with its payment': async ({ sql }, ledger, report) => {
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
      const description = `guest ${guest}: acknowledged ${sold} sales, ${returned} returns (${open} unknown); stored ${JSON.stringify(row)}`
      if (open === 0 && row?.isBought !== sold > returned) report(description, `guest ${guest}`)
      else if (ledger.isSoldAtTill(guest) && Math.abs((row?.sales ?? 0) - sold) > open)
        report(description, `guest ${guest}`)
      else if (ledger.isSoldAtTill(guest) && Math.abs((row?.returns ?? 0) - returned) > open)
        report(description, `guest ${guest}`)
    }
  },
  'the cash of each shift is the sum that its desk recorded': async ({ sql }, ledger, report) => {
    for (const [shift, { cents, open }] of ledger.shifts) {
      const [row] = await sql`select coalesce(sum(cents), 0)::int as cents from cash_moves
        where shift_id = ${shift} and method = 'cash' and kind <> 'count'`
      if (open === 0 && row?.cents !== cents)
        report(`shift ${shift}: recorded by the desk ${cents}, stored ${row?.cents}`)
    }
    const stored = await sql<{ reason: string; n: number }[]>`
      select reason, count(*)::int as n from cash_moves where kind = 'correction' group by reason`
    const byReason = new Map(stored.map(({ reason, n }) => [reason, n]))
    for (const [reason, { isKnown }] of ledger.corrections) {
      const n = byReason.get(reason) ?? 0
      if (n > 1 || (isKnown && n !== 1))
        report(`correction “${reason}” is stored ${n} times`, `“${reason}”`)
    }
  },
  'each sign-up is stored once': async ({ sql }, ledger, report) => {
    const rows = await sql<{ jmbag: string; n: number }[]>`
      select jmbag, count(*)::int as n from signups group by jmbag`
    checkStoredOnce(
      new Map(rows.map(({ jmbag, n }) => [jmbag, n])),
      ledger.signups,
      'sign-up',
      report,
    )
  },
  'each guest of a sponsor is stored once': async ({ sql }, ledger, report) => {
    const rows = await sql<{ name: string; n: number }[]>`
      select btrim(name || ' ' || surname) as name, count(*)::int as n from guests group by 1`
    checkStoredOnce(
      new Map(rows.map(({ name, n }) => [name, n])),
      ledger.sponsorGuests,
      'sponsor’s guest',
      report,
    )
  },
  'notes, bans and texts of bulk jobs are stored once': async ({ sql }, ledger, report) => {
    const rows = await sql<{ id: number; note: string | null; ban: string | null }[]>`
      select id, note, ban_reason as ban from guests`
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [guest, known] of ledger.notes) {
      const row = byId.get(guest)
      if (known && ((row?.note ?? '') !== known.note || row?.ban !== known.ban))
        report(
          `guest ${guest}: acknowledged ${JSON.stringify(known)}, stored ${JSON.stringify(row)}`,
          `guest ${guest}`,
        )
    }
    for (const [guest, { acknowledged, open }] of ledger.words) {
      const words = (byId.get(guest)?.note ?? '').match(/w\d+/g) ?? []
      const isTwice = new Set(words).size !== words.length
      const missing = acknowledged.filter((word) => !(words as string[]).includes(word))
      const unexpected = words.filter(
        (word) => !acknowledged.includes(word) && !open.includes(word),
      )
      if (isTwice || missing.length > 0 || unexpected.length > 0)
        report(
          `texts of bulk jobs, guest ${guest}: acknowledged ${acknowledged}, stored ${words}`,
          missing[0] ?? `guest ${guest}`,
        )
    }
  },
  'every passage that a phone showed is stored once': async ({ sql }, ledger, report) => {
    const rows = await sql<
      { id: string; guestId: number | null; verdict: string; device: string | null }[]
    >`
      select id, guest_id as "guestId", verdict, device_id as device from passages`
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [name, { queue, passages, device }] of ledger.phones) {
      if (queue > 0) report(`${name} still has ${queue} unsent passages`)
      for (const passage of passages) {
        const row = byId.get(passage.id)
        const isSame =
          row?.verdict === passage.verdict &&
          (row.guestId === passage.guestId || passage.guestId === null)
        if (!isSame || row?.device !== device || passage.sent === 'refused')
          report(
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
          report(`${name} does not know ${JSON.stringify(row)}`)
    }
    const entered = await sql<{ id: number; n: number }[]>`
      select guest_id as id, count(*)::int as n from passages where verdict = 'admitted' group by 1`
    const byGuest = new Map(entered.map(({ id, n }) => [id, n]))
    for (const [guest, isAcknowledged] of ledger.checkedIn) {
      const n = byGuest.get(guest) ?? 0
      if (n > 1 || (isAcknowledged && n !== 1))
        report(`guest ${guest} was admitted ${n} times by the API`, `guest ${guest}`)
    }
  },
  'presence follows from the passages, and matches what each phone showed last': async (
    { sql },
    ledger,
    report,
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
    const byGuest = groupByGuest(passages)
    for (const { id, since } of await sql<{ id: number; since: string | null }[]>`
      select id, extract(epoch from entered_at) * 1000 as since from guests`) {
      const computed = presenceOf(
        (byGuest.get(id) ?? []).map((passage) => ({ ...passage, at: Number(passage.at) })),
      )
      if (computed.since !== (since === null ? null : Number(since)))
        report(
          `guest ${id}: inside since ${since} by the table, ${computed.since} by the passages`,
          `guest ${id}`,
        )
    }
    const inside = new Set(
      (await sql`select id from guests where entered_at is not null`).map(({ id }) => id),
    )
    for (const [name, { own }] of ledger.phones)
      for (const [guest, isInside] of own)
        if (inside.has(guest) !== isInside)
          report(
            `guest ${guest} is ${isInside ? 'not ' : ''}inside, but ${name} showed the opposite last`,
            `guest ${guest}`,
          )
  },
  'the counts of guest lists are right': async ({ sql }, _ledger, report) => {
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
    for (const row of counts) report(`counts: ${JSON.stringify(row)}`)
  },
  'each ticket mail is delivered once': async ({ sql, mails }, _ledger, report) => {
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
      if (n > 1) report(`mail ${key} was delivered ${n} times`)
      if (!stored.some(({ id }) => id === key))
        report(`mail ${key} was delivered but is not stored`)
    }
    for (const mail of stored) {
      const n = sent.get(mail.id) ?? 0
      if ((mail.state === 'sent' && n !== 1) || (mail.isValid && mail.state !== 'sent'))
        report(`mail ${JSON.stringify(mail)} was delivered ${n} times`)
    }
    const unmailed = await sql`
      select g.id from guests g where bought_at is not null and email like 'mail%' and not exists (
        select from mails m where m.conf_code = g.conf_code and template = 'ticket-confirmation')`
    for (const { id } of unmailed) report(`guest ${id} has a ticket but no mail`, `guest ${id}`)
  },
  'each event is delivered under one id': async ({ sql, receiver }, _ledger, report) => {
    const contents = new Map<string, string>()
    for (const { headers, message } of receiver.received) {
      const id = headers['webhook-id'] as string
      const text = JSON.stringify([message.type, message.data])
      if ((contents.get(id) ?? text) !== text)
        report(`webhook ${id} was delivered with two contents`)
      contents.set(id, text)
    }
    const stored = await sql<
      { id: string; state: string; type: string; data: { guest: number; passage?: string } }[]
    >`
      select id, state, type, data from webhook_deliveries`
    for (const delivery of stored)
      if (!contents.has(delivery.id) || delivery.state !== 'delivered')
        report(`webhook ${JSON.stringify(delivery)} was not delivered`)
    for (const id of contents.keys())
      if (!stored.some((delivery) => delivery.id === id))
        report(`webhook ${id} was delivered but is not stored`)
    const admitted = stored.flatMap(({ type, data }) =>
      type === 'guest.admitted' ? [data.passage as string] : [],
    )
    if (new Set(admitted).size !== admitted.length) report('an admission has two webhooks')
    const passages = await sql<{ id: string }[]>`
      select id from passages where verdict = 'admitted' and guest_id is not null`
    for (const { id } of passages)
      if (!admitted.includes(id)) report(`passage ${id} has no webhook`)
  },
}

function checkStoredOnce(
  stored: Map<string, number>,
  acknowledged: Map<string, boolean>,
  what: string,
  report: ReportViolation,
) {
  for (const [name, isAcknowledged] of acknowledged) {
    const n = stored.get(name) ?? 0
    if (n > 1 || (isAcknowledged && n !== 1)) report(`${what} ${name} is stored ${n} times`, name)
  }
}

function groupByGuest<T extends { guestId: number }>(all: readonly T[]) {
  const groups = new Map<number, T[]>()
  for (const row of all) groups.set(row.guestId, [...(groups.get(row.guestId) ?? []), row])
  return groups
}

/**
 * Returns what is still in progress, for example '3 mails': queues, bulk jobs, open transactions
 * and advisory locks. Empty if nothing is.
 */
export async function listUnfinishedWork(sql: Sql): Promise<string[]> {
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
