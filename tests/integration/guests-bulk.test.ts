import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { getDb, getSql } from '@/db/pool'
import { voidPassage } from '@/db/queries/gates'
import { claimJob, purgeUndoData } from '@/db/queries/guests-bulk'
import { randomUuidV1 } from '@/db/uuid'
import { newPassageId } from '@/lib/admission/rules'
import { admitGuest } from '@/lib/guests/admit-guest'
import {
  findBulk,
  previewBulk,
  readBulk,
  startBulk,
  stopBulk,
  undoBulk,
} from '@/lib/guests/bulk/bulk'
import { bulkBody, bulkDetailResponse } from '@/lib/guests/bulk/schema'
import { abortJob, processChunk } from '@/lib/guests/bulk/work'
import { resumeAbandonedJobs, runPendingJobs, startBulkWorker } from '@/lib/guests/bulk/worker'
import { changeGuest } from '@/lib/guests/change-guest'
import { deleteGuest, restoreGuest } from '@/lib/guests/create-delete-restore'
import { exportChosen } from '@/lib/guests/export'
import { readGuestHistory } from '@/lib/guests/history'
import { guestChange } from '@/lib/guests/schema'
import { resendTicket } from '@/lib/guests/ticket-assistance'
import { check } from '@/lib/http/request'
import { previewRange, queueRange } from '@/lib/mail/bulk'
import { sendWaiting } from '@/lib/mail/sender'
import { chosenBody } from '@/lib/people/schema'
import { erasePerson, exportPerson } from '@/lib/people/service'
import { addPassages, makeGuest, type StoredGuest, staff } from '../support/factories'
import { makeSponsor } from '../support/programme'

const sql = getSql()
const admin = await staff(1)
type Body = z.input<typeof bulkBody>
const bulkRequest = (selection: Body['selection'], action: Body['action']) =>
  check(bulkBody, { selection, action })
const change = (id: number, fields: object) => changeGuest(id, check(guestChange, fields), admin)
const rowOf = async (id: number) => (await sql`select * from guests where id = ${id}`)[0]

/** Starts a bulk job and runs it to its end. Returns the finished job. */
async function run(ids: number[] | Body['selection'], action: Body['action']) {
  const selection = Array.isArray(ids) ? { ids } : ids
  const { id } = await startBulk(bulkRequest(selection, action), admin)
  await runPendingJobs(randomUUID())
  return bulkDetailResponse.parse(await readBulk(id))
}

async function undo(id: string) {
  await undoBulk(id, admin)
  await runPendingJobs(randomUUID())
  return bulkDetailResponse.parse(await readBulk(id))
}

const ticket = () => ({ conf_code: randomUuidV1(), bought_at: '2026-10-01T10:00:00.123456Z' })
const makeGuests = (count: number, fields: Parameters<typeof makeGuest>[0] = {}) =>
  Promise.all(Array.from({ length: count }, () => makeGuest(fields))).then((guests) =>
    guests.map(({ id }) => id).sort((a, b) => a - b),
  ) as Promise<[number, number, number]>
const makeVips = (count: number) => makeGuests(count, { tag: 'VIP', jmbag: null })
const listNames = async (ids: number[]) =>
  (
    await sql`select l.name from guests g join guest_lists l on l.id = g.list_id
      where g.id in ${sql(ids)} order by g.id`
  ).map(({ name }) => name)

beforeEach(async () => {
  await sql`truncate bulk_jobs, bulk_items, mails, mail_batches, activities`
  await sql`truncate passages, duplicate_admissions, dispute_resolutions`
  await sql`delete from guests`
})

describe('a bulk job', () => {
  it('puts guests on a list and back, but no guest with a JMBAG on a list other than freshers', async () => {
    const [a, b, c] = await makeVips(3)
    const fresher = await makeGuest()
    await deleteGuest(c, admin)
    const festival = (await sql`select name from guest_lists where role = 'product'`)[0]?.name
    await change(b, { tag: festival })
    const action = { kind: 'list', tag: festival } as const
    const selection = { ids: [a, b, c, fresher.id] }
    expect(await previewBulk(bulkRequest(selection, action))).toEqual({
      total: 4,
      changes: 1,
      withoutAddress: 0,
      skipped: { same: 1, jmbag: 1, gone: 1 },
    })
    const job = await run(selection, action)
    expect(job).toMatchObject({
      state: 'done',
      total: 4,
      changed: 1,
      tag: festival,
      skipped: { same: 1, jmbag: 1, gone: 1 },
    })
    expect(await listNames([a, b, fresher.id])).toEqual([festival, festival, 'Brucoši'])
    expect(await undo(job.id)).toMatchObject({ state: 'undone', undone: 1, kept: {} })
    expect(await listNames([a, b])).toEqual(['VIP', festival])
  })

  it('leaves a guest who got a JMBAG after the job on the list of freshers', async () => {
    const [a, b] = await makeVips(2)
    const before = await makeGuest({ tag: 'VIP', jmbag: '0036500002' })
    const ids = [a, b, before.id]
    const job = await run(ids, { kind: 'list', tag: 'Brucoši' })
    await change(a, { jmbag: '0036500001' })
    expect(await undo(job.id)).toMatchObject({ undone: 2, kept: { changed: 1 } })
    expect(await listNames(ids)).toEqual(['Brucoši', 'VIP', 'VIP'])
  })

  it('does not put a guest back on a list that was deleted', async () => {
    const sponsor = await makeSponsor({})
    const [list] = await sql`select id from guest_lists where sponsor_id = ${sponsor.id}`
    const [a] = await makeVips(1)
    await sql`update guests set list_id = ${list?.id} where id = ${a}`
    const job = await run([a], { kind: 'list', tag: 'VIP' })
    await sql`update guest_lists set deleted_at = now(), sponsor_id = null, slug = null where id = ${list?.id}`
    expect(await undo(job.id)).toMatchObject({ undone: 0, kept: { list_gone: 1 } })
  })

  it.each([
    ['2Pac', true],
    ['22', false],
    ['-', false],
    ['Łukasz', true],
    ['Вук', false],
    ["'Ana", true],
  ])(
    'shows in its preview whether a sale to a guest named %s is mailed',
    async (name, isMailed) => {
      const { id } = await makeGuest({ name })
      const preview = await previewBulk(bulkRequest({ ids: [id] }, { kind: 'sell' }))
      await run([id], { kind: 'sell' })
      expect(await sql`select from mails where guest_id = ${id}`).toHaveLength(isMailed ? 1 : 0)
      expect(preview.withoutAddress).toBe(isMailed ? 0 : 1)
    },
  )

  it('sells tickets, mails them if there is an address, and its undo returns unused tickets', async () => {
    const [a, b] = await makeGuests(2)
    const [vip] = await makeVips(1)
    const nameless = await makeGuest({ name: ' ' })
    const owner = await makeGuest(ticket())
    const ids = [a, b, vip, nameless.id, owner.id]
    expect(await previewBulk(bulkRequest({ ids }, { kind: 'sell' }))).toEqual({
      total: 5,
      changes: 3,
      withoutAddress: 1,
      skipped: { no_name: 1, has_ticket: 1 },
    })
    const job = await run(ids, { kind: 'sell' })
    expect(job).toMatchObject({ changed: 3, skipped: { no_name: 1, has_ticket: 1 } })
    expect(job.others.map(({ id }) => id)).toEqual([nameless.id, owner.id])
    const mails = await sql`select m.conf_code = g.conf_code as same, to_mail, batch_id, state
      from mails m join guests g on g.id = m.guest_id`
    expect(mails).toHaveLength(2)
    expect(mails.every(({ same, state }) => same && state === 'queued')).toBe(true)
    expect(await sql`select kind, total from mail_batches`).toEqual([{ kind: 'sell', total: 2 }])

    // One guest comes in with the new ticket, and the mail of another guest has already been sent.
    await admitGuest({ confCode: (await rowOf(a))?.conf_code }, admin)
    await sql`update mails set state = 'sent' where guest_id = ${b}`
    const undone = await undo(job.id)
    expect(undone).toMatchObject({ undone: 2, kept: { inside: 1 } })
    // Guests that only the job skipped are not among those that the undo left unchanged.
    expect(undone.others).toMatchObject([{ id: a, reason: 'inside' }])
    expect(await rowOf(a)).toMatchObject({ conf_code: expect.any(String) })
    for (const id of [b, vip])
      expect(await rowOf(id)).toMatchObject({ conf_code: null, bought_at: null })
    expect(await rowOf(owner.id)).toMatchObject({ conf_code: owner.conf_code })
    expect(await sql`select guest_id from mails order by 1`).toEqual([
      { guest_id: a },
      { guest_id: b },
    ])
  })

  it('sells tickets, and its undo returns no ticket that a guest used before leaving', async () => {
    const [a, b, c] = await makeGuests(3)
    // An admission before the sale does not count, nor does an admission that was voided.
    await addPassages(sql, [b], 'in', '2026-10-01T19:00Z')
    await addPassages(sql, [b], 'out', '2026-10-01T20:00Z')
    const job = await run([a, b, c], { kind: 'sell' })
    for (const id of [a, c]) await admitGuest({ confCode: (await rowOf(id))?.conf_code }, admin)
    await change(a, { entered: 0 })
    const [passage] = await sql`select id from passages where guest_id = ${c}`
    await voidPassage(getDb(), passage?.id, { id: newPassageId(), userId: admin.id })
    const undone = await undo(job.id)
    expect(undone).toMatchObject({ undone: 2, kept: { was_inside: 1 } })
    expect(undone.others).toMatchObject([{ id: a, reason: 'was_inside' }])
    expect(await rowOf(a)).toMatchObject({ conf_code: expect.any(String) })
    for (const id of [b, c]) expect(await rowOf(id)).toMatchObject({ conf_code: null })
  })

  it('deletes the queued mails of a sale that is undone', async () => {
    const ids = await makeGuests(3)
    const job = await run(ids, { kind: 'sell' })
    await undo(job.id)
    expect(await sql`select 1 from mails`).toEqual([])
    expect(await sql`select 1 from mail_batches`).toEqual([])
    // The guests can be sold tickets again, and get their mails then.
    expect(await run(ids, { kind: 'sell' })).toMatchObject({ changed: 3 })
    expect(await sql`select 1 from mails`).toHaveLength(3)
  })

  it('sells tickets without mails if the action says so', async () => {
    await run(await makeGuests(2), { kind: 'sell', mail: '0' })
    expect(await sql`select 1 from mails`).toEqual([])
  })

  it('returns tickets, and its undo restores the same tickets', async () => {
    const owner = await makeGuest(ticket())
    const resold = await makeGuest(ticket())
    const withoutTicket = await makeGuest()
    const before = [await rowOf(owner.id), await rowOf(resold.id)]
    const job = await run([owner.id, resold.id, withoutTicket.id], { kind: 'take-back' })
    expect(job).toMatchObject({ changed: 2, skipped: { no_ticket: 1 } })
    expect(await rowOf(owner.id)).toMatchObject({ conf_code: null, bought_at: null })
    const sold = await change(resold.id, { bought: 1 })
    expect(await undo(job.id)).toMatchObject({ undone: 1, kept: { changed: 1 } })
    expect(await rowOf(owner.id)).toEqual(before[0])
    expect(await rowOf(resold.id)).toMatchObject({ conf_code: sold.confCode })
  })

  // Rule 4.21: the undo leaves guests that changed after the bulk change.
  it('restores no returned ticket of a guest whose later ticket was returned at the desk', async () => {
    const { id, conf_code } = await makeGuest()
    expect(conf_code).toBeNull()
    // The sale before the job does not count as a later one.
    const first = await change(id, { bought: 1 })
    const other = await makeGuest(ticket())
    const job = await run([id, other.id], { kind: 'take-back' })
    await change(other.id, { bought: 1 })
    await change(other.id, { bought: 0 })
    expect(await undo(job.id)).toMatchObject({ undone: 1, kept: { changed: 1 } })
    expect(await rowOf(id)).toMatchObject({ conf_code: first.confCode })
    expect(await rowOf(other.id)).toMatchObject({ conf_code: null, bought_at: null })
  })

  it('restores no returned ticket of a guest whose later ticket was sold and returned in bulk', async () => {
    const [a, b, c] = await makeGuests(3)
    await run([a, b, c], { kind: 'sell' })
    const first = await rowOf(c)
    const job = await run([a, b, c], { kind: 'take-back' })
    await run([a], { kind: 'sell' })
    const sale = await run([b, c], { kind: 'sell' })
    await run([a, b], { kind: 'take-back' })
    // A later sale that is undone does not count. This undo leaves the guest whose ticket is returned.
    expect(await undo(sale.id)).toMatchObject({ undone: 1, kept: { changed: 1 } })
    expect(await undo(job.id)).toMatchObject({ undone: 1, kept: { changed: 2 } })
    for (const id of [a, b])
      expect(await rowOf(id)).toMatchObject({ conf_code: null, bought_at: null })
    expect(await rowOf(c)).toMatchObject({ conf_code: first?.conf_code })
  })

  it('restores the other returned tickets if another guest has the code of one of them', async () => {
    const reused = ticket()
    const [a, b] = [await makeGuest(reused), await makeGuest(ticket())]
    const job = await run([a.id, b.id], { kind: 'take-back' })
    const { id } = await makeGuest(reused)
    expect(await undo(job.id)).toMatchObject({ state: 'undone', undone: 1, kept: { changed: 1 } })
    expect(await rowOf(a.id)).toMatchObject({ conf_code: null, bought_at: null })
    expect(await rowOf(b.id)).toMatchObject({ conf_code: b.conf_code })
    expect(await rowOf(id)).toMatchObject({ conf_code: a.conf_code })
  })

  it('sends tickets that were not sent or failed, and sent tickets only with send-again', async () => {
    const owners: StoredGuest[] = []
    for (let i = 0; i < 4; i++) owners.push(await makeGuest(ticket()))
    const ids = owners.map(({ id }) => id)
    const [unsent, sent, failed, queued] = owners
    const mail = (guest: StoredGuest | undefined, state: string) =>
      sql`insert into mails (template, to_mail, name, guest_id, conf_code, state, last_error)
        values ('ticket-confirmation', 'x@fer.hr', 'X', ${guest?.id as number}, ${guest?.conf_code as string}, ${state}, 'jer')`
    await mail(sent, 'delivered')
    await mail(failed, 'failed')
    await mail(queued, 'queued')
    const withoutTicket = await makeGuest()
    const action = { kind: 'send' } as const
    const selection = { ids: [...ids, withoutTicket.id] }
    const skipped = { mailed: 1, on_its_way: 1, no_ticket: 1 }
    expect(await previewBulk(bulkRequest(selection, action))).toMatchObject({ changes: 2, skipped })
    const job = await run(selection, action)
    expect(job).toMatchObject({ changed: 2, skipped })
    const states = () =>
      sql`select guest_id, state, resend from mails order by guest_id, created_at, state`
    const mailRow = (guest: { id: number } | undefined, state: string) => ({
      guest_id: guest?.id,
      state,
      resend: false,
    })
    expect(await states()).toEqual([
      mailRow(unsent, 'queued'),
      mailRow(sent, 'delivered'),
      mailRow(failed, 'queued'),
      mailRow(queued, 'queued'),
    ])
    expect(await sql`select kind, total from mail_batches`).toEqual([{ kind: 'send', total: 2 }])
    expect(await undo(job.id)).toMatchObject({ undone: 2, kept: {} })
    expect(await states()).toEqual([
      mailRow(sent, 'delivered'),
      mailRow(failed, 'failed'),
      mailRow(queued, 'queued'),
    ])

    const resendJob = await run({ ids }, { kind: 'send-again' })
    expect(resendJob).toMatchObject({ changed: 3, skipped: { on_its_way: 1 } })
    expect(await sql`select 1 from mails where resend and state = 'queued'`).toHaveLength(3)
    await sql`update mails set state = 'sending', claimed_at = now() where guest_id = ${sent?.id as number} and resend`
    expect(await undo(resendJob.id)).toMatchObject({ undone: 2, kept: { sent: 1 } })
  })

  it('takes over mails of a stopped batch, and its undo puts them back', async () => {
    const owners = [await makeGuest(ticket()), await makeGuest(ticket())] as const
    const ids = owners.map(({ id }) => id)
    await queueRange({ start: 1, end: 2 }, admin)
    await sql`update mail_batches set stopped_at = now()`
    const unsent = bulkRequest({ ids }, { kind: 'send' })
    expect(await previewBulk(unsent)).toMatchObject({ changes: 0, skipped: { stopped: 2 } })
    expect(await run({ ids }, { kind: 'send' })).toMatchObject({ skipped: { stopped: 2 } })
    expect(await previewRange({ start: 1, end: 2 })).toMatchObject({ skipped: 2, stopped: 2 })
    const resendJob = await run({ ids }, { kind: 'send-again' })
    expect(resendJob).toMatchObject({ changed: 2, skipped: {} })
    const batches = () => sql`select kind, total, (select count(*)::int from mails
      where batch_id = b.id) as mails from mail_batches b order by kind`
    expect(await batches()).toEqual([
      { kind: 'range', total: 0, mails: 0 },
      { kind: 'send-again', total: 2, mails: 2 },
    ])
    // The desk sends the ticket of one guest, so the undo leaves that mail.
    await sql`update mail_batches set stopped_at = now()`
    await resendTicket(owners[0].id, admin)
    expect(await undo(resendJob.id)).toMatchObject({ undone: 1, kept: { sent: 1 } })
    expect(await batches()).toEqual([{ kind: 'range', total: 1, mails: 1 }])
    expect(await sql`select 1 from mails where state = 'queued'`).toHaveLength(2)
  })

  it('sends no ticket twice while a range of tickets is sent at the same time', async () => {
    const owners = await Promise.all(Array.from({ length: 30 }, () => makeGuest(ticket())))
    await startBulk(bulkRequest({ ids: owners.map(({ id }) => id) }, { kind: 'send' }), admin)
    await Promise.all([runPendingJobs(randomUUID()), queueRange({ start: 1, end: 30 }, admin)])
    expect(await sql`select 1 from mails`).toHaveLength(30)
  })

  it('replaces a note or appends to a note, and its undo restores the old note', async () => {
    const [a, b, c] = await makeVips(3)
    await change(b, { note: 'Stara' })
    await change(c, { note: 'x'.repeat(198) })
    const action = { kind: 'note', note: 'Stol 4', how: 'append' } as const
    const job = await run([a, b, c], action)
    expect(job).toMatchObject({ changed: 2, skipped: { too_long: 1 } })
    expect((await rowOf(a))?.note).toBe('Stol 4')
    expect((await rowOf(b))?.note).toBe('Stara; Stol 4')
    await change(a, { note: 'Nova' })
    expect(await undo(job.id)).toMatchObject({ undone: 1, kept: { changed: 1 } })
    expect((await rowOf(b))?.note).toBe('Stara')
    const emptyJob = await run([a, b], { kind: 'note', note: '' })
    expect((await rowOf(a))?.note).toBeNull()
    await undo(emptyJob.id)
    expect((await rowOf(a))?.note).toBe('Nova')
  })

  it('bans guests with a reason, keeps the reasons of existing bans, and lifts bans', async () => {
    const [a, b] = await makeVips(2)
    await change(b, { banReason: 'Svađa' })
    const bannedAt = (await rowOf(b))?.banned_at
    const job = await run([a, b], { kind: 'ban', reason: 'Lažne karte' })
    expect(job).toMatchObject({ changed: 1, skipped: { banned: 1 } })
    expect((await rowOf(a))?.ban_reason).toBe('Lažne karte')
    expect((await rowOf(b))?.ban_reason).toBe('Svađa')
    const liftJob = await run([a, b], { kind: 'lift' })
    expect(liftJob).toMatchObject({ changed: 2 })
    expect((await rowOf(b))?.banned_at).toBeNull()
    await undo(liftJob.id)
    expect(await rowOf(b)).toMatchObject({ ban_reason: 'Svađa', banned_at: bannedAt })
    await undo(job.id)
    expect(await rowOf(a)).toMatchObject({ ban_reason: null, banned_at: null })
  })

  it('deletes guests, redacts the activity log, and its undo restores the guests', async () => {
    const [a, b, c] = await makeGuests(3)
    await change(a, { note: 'Tajna' })
    const jmbag = (await rowOf(b))?.jmbag
    const job = await run([a, b, c], { kind: 'delete' })
    expect(await sql`select 1 from guests where deleted_at is null`).toEqual([])
    expect(await sql`select 1 from activities where changes::text like '%Tajna%'`).toEqual([])
    await makeGuest({ jmbag })
    await restoreGuest(c, undefined, admin)
    expect(await undo(job.id)).toMatchObject({ undone: 1, kept: { jmbag_taken: 1, changed: 1 } })
    expect((await rowOf(a))?.deleted_at).toBeNull()
    expect((await rowOf(b))?.deleted_at).not.toBeNull()
  })

  it('has a selection that can be exported, with only the chosen guests', async () => {
    const [a, , c] = await makeVips(3)
    const countRows = async (selection: Body['selection']) => {
      const workbook = new ExcelJS.Workbook()
      const chosen = bulkRequest(selection, { kind: 'delete' }).selection
      await workbook.xlsx.load((await buffer(await exportChosen(chosen, admin))) as never)
      return (workbook.worksheets[0]?.rowCount ?? 0) - 1
    }
    expect(await countRows({ ids: [a, c] })).toBe(2)
    expect(await countRows({ filter: { tag: 'VIP' }, except: [a] })).toBe(2)
    expect(await countRows({ filter: {} })).toBe(3)
  })
})

describe('the selection of a bulk job', () => {
  it('is fixed at the start of the job, by the filter of the list and its exceptions', async () => {
    const [a, b] = await makeVips(2)
    await makeGuests(2)
    const selection = { filter: { tag: 'VIP', bought: '0' as const }, except: [a] }
    const job = await startBulk(bulkRequest(selection, { kind: 'sell' }), admin)
    expect(job).toMatchObject({ total: 1, state: 'running' })
    await makeVips(3)
    await runPendingJobs(randomUUID())
    expect(await sql`select id from guests where bought_at is not null`).toEqual([{ id: b }])
    const bySearch = { filter: { search: 'Šarić', search_fields: 'name,surname' } }
    expect(await previewBulk(bulkRequest(bySearch, { kind: 'lift' }))).toMatchObject({
      total: 7,
      changes: 0,
      skipped: { not_banned: 7 },
    })
  })

  it('must contain a guest, and its action must be valid and name an existing list', async () => {
    const noGuest = bulkRequest({ filter: { search: 'nema ga' } }, { kind: 'lift' })
    await expect(startBulk(noGuest, admin)).rejects.toMatchObject({ status: 400 })
    expect(await sql`select 1 from bulk_jobs`).toEqual([])
    const unknownList = bulkRequest({ ids: [1] }, { kind: 'list', tag: 'Nepostojeći' })
    await expect(startBulk(unknownList, admin)).rejects.toMatchObject({ status: 400 })
    for (const body of [
      { selection: { ids: [] }, action: { kind: 'lift' } },
      { selection: { ids: [1] }, action: { kind: 'ban', reason: ' ' } },
      { selection: { ids: [1] }, action: { kind: 'nesto' } },
      { selection: {}, action: { kind: 'lift' } },
    ])
      expect(() => check(bulkBody, body)).toThrow()
  })
})

describe('the activity log of bulk jobs', () => {
  it('has an entry for each job and undo, which the history of each changed guest shows', async () => {
    const [a, b, c] = await makeVips(3)
    await change(c, { note: 'Već' })
    const job = await run([a, b, c], { kind: 'note', note: 'Već' })
    await change(b, { note: 'Drugo' })
    await undo(job.id)
    const lines =
      await sql`select action, changes from activities where entity_id like 'bulk-%' order by id`
    expect(lines).toEqual([
      {
        action: 'bulk_note',
        changes: { chosen: [null, 3], changed: [null, 2], skipped: [null, 1] },
      },
      { action: 'bulk_undone', changes: { chosen: [null, 2], undone: [null, 1], kept: [null, 1] } },
    ])
    const actions = async (id: number) =>
      (await readGuestHistory(id)).activities.map(({ action }) => action)
    expect(await actions(a)).toEqual(['bulk_undone', 'bulk_note'])
    expect(await actions(b)).toEqual(['changed', 'bulk_note'])
    expect(await actions(c)).toEqual(['changed'])
  })
})

describe('a bulk job during concurrent changes', () => {
  // Rule 4.21: the undo leaves guests that changed after the bulk change.
  it('leaves guests as the later of two jobs sets them, and its undo reverts only its own changes', async () => {
    const ids = await makeVips(300)
    const first = await startBulk(bulkRequest({ ids }, { kind: 'note', note: 'Prva' }), admin)
    const second = await startBulk(bulkRequest({ ids }, { kind: 'note', note: 'Druga' }), admin)
    await Promise.all([runPendingJobs(randomUUID()), runPendingJobs(randomUUID())])
    await runPendingJobs(randomUUID())
    expect(await readBulk(second.id)).toMatchObject({ state: 'done', changed: 300 })
    expect(await sql`select distinct note from guests`).toEqual([{ note: 'Druga' }])
    expect(await undo(first.id)).toMatchObject({ undone: 0, kept: { changed: 300 } })
    expect(await undo(second.id)).toMatchObject({ undone: 300 })
    expect(await sql`select distinct note from guests`).toEqual([{ note: 'Prva' }])
  })

  it('sells each guest one ticket while the desk sells to the same guests', async () => {
    const ids = await makeGuests(120)
    await startBulk(bulkRequest({ ids }, { kind: 'sell' }), admin)
    const deskSales = ids.slice(40, 80).map((id) => change(id, { bought: 1 }))
    const [, ...sold] = await Promise.all([runPendingJobs(randomUUID()), ...deskSales])
    expect(sold.every(({ bought }) => bought === '1')).toBe(true)
    const [row] = await sql`select count(*)::int as mails, count(distinct conf_code)::int as codes,
      (select count(*)::int from guests where bought_at is not null) as bought from mails`
    expect(row).toEqual({ mails: 120, codes: 120, bought: 120 })
  })

  it('changes a locked guest after the other transaction commits', async () => {
    const ids = await makeVips(5)
    await startBulk(bulkRequest({ ids }, { kind: 'note', note: 'Kasnije' }), admin)
    const other = await sql.reserve()
    await other`begin`
    await other`update guests set note = 'Njegova' where id = ${ids[2]}`
    const running = runPendingJobs(randomUUID())
    await expect
      .poll(() => sql`select worker from bulk_jobs where worker is not null`)
      .toHaveLength(1)
    await other`commit`
    other.release()
    await running
    expect(await sql`select distinct note from guests`).toEqual([{ note: 'Kasnije' }])
  })
})

describe('a running bulk job', () => {
  const runChunk = async (size: number) => {
    const worker = randomUUID()
    const id = (await claimJob(getDb(), worker)) as string
    return { id, worker, isMore: await processChunk(id, worker, size) }
  }

  // Rule 4.20: a bulk change can be stopped and undone.
  it('can be stopped, keeps the guests that it has changed, and can then be undone', async () => {
    const ids = await makeVips(10)
    const { id } = await startBulk(bulkRequest({ ids }, { kind: 'note', note: 'Pola' }), admin)
    const { worker } = await runChunk(4)
    expect(await stopBulk(id)).toMatchObject({ state: 'stopped', changed: 4, total: 10 })
    expect(await processChunk(id, worker, 4)).toBeNull()
    await runPendingJobs(randomUUID())
    expect(await sql`select 1 from guests where note = 'Pola'`).toHaveLength(4)
    expect(await stopBulk(id)).toMatchObject({ state: 'stopped' })
    expect(await undo(id)).toMatchObject({ state: 'undone', undone: 4 })
    await expect(stopBulk(randomUUID())).rejects.toMatchObject({ status: 404 })
  })

  // Rule 4.22: a bulk change ends with the step after its admin is no admin any more.
  it.each(['demoted', 'removed'])(
    'stops at the next chunk when its admin is %s, and so does its undo',
    async (how) => {
      const makeAdmin = async () => {
        const email = `${randomUUID()}@primjer.hr`
        const [row] =
          await sql`insert into users (email, privilege) values (${email}, 1) returning *`
        return { ...admin, id: row?.id as number }
      }
      const dismiss = ({ id }: { id: number }) =>
        how === 'demoted'
          ? sql`update users set privilege = 2 where id = ${id}`
          : sql`delete from users where id = ${id}`
      const [first, second] = [await makeAdmin(), await makeAdmin()]
      const ids = await makeVips(10)
      const { id } = await startBulk(bulkRequest({ ids }, { kind: 'note', note: 'Pola' }), first)
      const { worker } = await runChunk(4)
      await dismiss(first)
      expect(await processChunk(id, worker, 4)).toBe(false)
      expect(await readBulk(id)).toMatchObject({ state: 'stopped', changed: 4, total: 10 })

      await undoBulk(id, second)
      const { worker: other } = await runChunk(1)
      await dismiss(second)
      expect(await processChunk(id, other, 1)).toBe(false)
      expect(await readBulk(id)).toMatchObject({ state: 'stopped', undone: 1 })
      expect(await sql`select 1 from guests where note = 'Pola'`).toHaveLength(3)
      // Another admin undoes the other changes.
      expect(await undo(id)).toMatchObject({ state: 'undone', undone: 4 })
      expect(await sql`select 1 from guests where note = 'Pola'`).toHaveLength(0)
    },
  )

  it('is resumed by another worker after its lease expires, and changes no guest twice', async () => {
    const ids = await makeGuests(10)
    const { id } = await startBulk(bulkRequest({ ids }, { kind: 'sell' }), admin)
    const abandoned = await runChunk(4)
    const otherWorker = randomUUID()
    expect(await claimJob(getDb(), otherWorker)).toBeNull()
    await sql`update bulk_jobs set lease_until = now() - interval '1 second'`
    const stop = await startBulkWorker()
    await resumeAbandonedJobs(getDb())
    const state = async () => (await readBulk(id)).state
    await expect.poll(state).toBe('done').finally(stop)
    expect(await processChunk(id, abandoned.worker, 4)).toBeNull()
    expect(await readBulk(id)).toMatchObject({ changed: 10, skipped: {} })
    expect(await sql`select 1 from mails`).toHaveLength(10)
  })

  it('uses the current state of guests that changed after its start', async () => {
    const [a, b, c] = await makeGuests(3)
    await startBulk(bulkRequest({ ids: [a, b, c] }, { kind: 'sell' }), admin)
    await change(b, { bought: 1 })
    await change(c, { name: '' })
    await runPendingJobs(randomUUID())
    const [job] = (await findBulk()).rows
    expect(job).toMatchObject({ changed: 1, skipped: { has_ticket: 1, no_name: 1 } })
  })

  it('skips all guests and ends if its list was deleted after its start', async () => {
    const [a] = await makeVips(1)
    const [list] = await sql`insert into guest_lists (name) values ('Prolazni') returning id`
    const request = bulkRequest({ ids: [a] }, { kind: 'list', tag: 'Prolazni' })
    const { id } = await startBulk(request, admin)
    await sql`update guest_lists set deleted_at = now() where id = ${list?.id}`
    await runPendingJobs(randomUUID())
    expect(await readBulk(id)).toMatchObject({ state: 'done', skipped: { no_list: 1 } })
    expect(await listNames([a])).toEqual(['VIP'])
  })

  it('is stopped when it is aborted, and is not claimed again', async () => {
    const ids = await makeVips(2)
    const { id } = await startBulk(bulkRequest({ ids }, { kind: 'note', note: 'Pola' }), admin)
    const { worker } = await runChunk(1)
    await abortJob(id, worker)
    expect(await readBulk(id)).toMatchObject({ state: 'stopped' })
    expect(await claimJob(getDb(), worker)).toBeNull()
    // An aborted undo is logged with the number of guests that it has changed back.
    await undoBulk(id, admin)
    const undoChunk = await runChunk(1)
    await abortJob(id, undoChunk.worker)
    expect(await readBulk(id)).toMatchObject({ state: 'stopped', undone: 1 })
    const [entry] = await sql`select changes from activities where action = 'bulk_undone'`
    expect(entry?.changes).toMatchObject({ undone: [null, 1], kept: [null, 0] })
  })

  // Rule 4.20: a bulk change can be undone for 60 minutes after its end.
  it('cannot be undone while it runs, an hour after its end, or a second time', async () => {
    const ids = await makeVips(2)
    const request = bulkRequest({ ids }, { kind: 'ban', reason: 'Tajni razlog' })
    const { id } = await startBulk(request, admin)
    await expect(undoBulk(id, admin)).rejects.toMatchObject({ status: 409, code: 'running' })
    await runPendingJobs(randomUUID())
    expect((await findBulk()).rows[0]?.undoUntil).not.toBeNull()
    await sql`update bulk_jobs set ended_at = now() - interval '61 minutes'`
    await expect(undoBulk(id, admin)).rejects.toMatchObject({ code: 'too_late' })
    expect((await findBulk()).rows).toEqual([])
    await purgeUndoData(getDb())
    expect(await sql`select 1 from bulk_items where before is not null`).toEqual([])
    await sql`update bulk_jobs set ended_at = now()`
    await expect(undoBulk(id, admin)).rejects.toMatchObject({ code: 'too_late' })
    const liftJob = await run(ids, { kind: 'lift' })
    expect(await undo(liftJob.id)).toMatchObject({ undone: 2 })
    await undoBulk(liftJob.id, admin)
    expect(await readBulk(liftJob.id)).toMatchObject({ state: 'undone', undone: 2 })
  })
})

describe('an erased person', () => {
  it('remains in no bulk job, and is not restored by an undo', async () => {
    const [a, b] = await makeVips(2)
    await change(a, { note: 'Zvijezda programa', banReason: 'Razlog Zvijezde' })
    const jobs = [
      await run([a, b], { kind: 'note', note: 'Druga Zvijezda' }),
      await run([a], { kind: 'lift' }),
      await run([a, b], { kind: 'sell' }),
      await run([a, b], { kind: 'delete' }),
    ]
    const chosen = check(chosenBody, { guests: [a] })
    const file = await (await exportPerson(chosen, { format: 'json' }, admin)).text()
    expect(file).toContain('Razlog Zvijezde')
    await erasePerson(chosen, admin)
    for (const table of ['bulk_jobs', 'bulk_items', 'activities'])
      expect(
        await sql`select 1 from ${sql(table)} t where t::text like '%Zvijezd%'`,
        table,
      ).toEqual([])
    expect(await undo(jobs[3]?.id as string)).toMatchObject({ undone: 1, kept: { erased: 1 } })
    expect((await rowOf(a))?.deleted_at).not.toBeNull()
    await sendWaiting()
  })
})
