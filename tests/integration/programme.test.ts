import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import type { UserRow } from '@/db/queries/users'
import { collectInvalidations } from '@/lib/cache/invalidate'
import { tagVersion } from '@/lib/cache/tags'
import { changeEdition } from '@/lib/festival/service'
import { check } from '@/lib/http/request'
import { deleteLineupItem, updateLineupItem } from '@/lib/lineup/service'
import { calendarOf } from '@/lib/programme/calendar'
import { importSetFile, previewSetFile } from '@/lib/programme/import'
import {
  calendarQuery,
  newSetBody,
  PROGRAMME_MESSAGES,
  type ProgrammeSet,
  setChange,
} from '@/lib/programme/schema'
import * as programme from '@/lib/programme/service'
import * as stages from '@/lib/programme/stages'
import { staff } from '../support/factories'
import { addPerformers, clearProgramme } from '../support/programme-rows'

const sql = getSql()
let admin: UserRow
/** Ids of the stages and performers, by name. */
let ids: Record<string, number>

const readIds = async () => {
  const rows = await sql`select id, name from stages union all select id, name from lineup_items`
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]))
}

beforeEach(async () => {
  await clearProgramme(sql)
  await sql`delete from activities`
  await sql`update editions set opens_at = null, closes_at = null where ended_at is null`
  await addPerformers(sql, { 'Žarulja od 60 W': '', Bura: '' })
  admin = await staff(1)
  await stages.createStage({ name: 'Velika' }, admin)
  await stages.createStage({ name: 'Mala' }, admin)
  ids = await readIds()
})

/** Converts a time in Zagreb on the night of 21 November 2026 to UTC, which is one hour earlier. */
const at = (clock: string) => {
  const day = clock < '06:00' ? '22' : '21'
  return new Date(`2026-11-${day}T${clock}:00+01:00`).toISOString()
}

interface SetFields {
  stage?: string
  performer?: string
  title?: string
}

const add = (
  from: string,
  to: string,
  { stage = 'Velika', performer, title = '' }: SetFields = {},
) =>
  programme.createSet(
    check(newSetBody, {
      stageId: ids[stage],
      performerId: performer ? ids[performer] : null,
      title: title || (performer ? '' : `${from} ${stage}`),
      startsAt: at(from),
      endsAt: at(to),
    }),
    admin,
  )
const change = (id: number, fields: object) =>
  programme.updateSet(id, check(setChange, fields), admin)
const refusal = (message: string) => expect.objectContaining({ status: 400, detail: message })
const setRows = (sets: ProgrammeSet[]) =>
  sets.map(({ stage, name, startsAt, endsAt }) => [stage, name, startsAt, endsAt])
const logEntries = () =>
  sql`select entity, action, changes from activities where entity = 'programme' order by id`

describe('a set', () => {
  it('is listed by stage, then by start time, also across midnight', async () => {
    await add('01:25', '03:00', { performer: 'Bura' })
    await add('20:00', '20:30', { stage: 'Mala' })
    await add('23:45', '01:00', { performer: 'Žarulja od 60 W' })
    expect(setRows(await programme.listSets())).toEqual([
      ['Velika', 'Žarulja od 60 W', at('23:45'), at('01:00')],
      ['Velika', 'Bura', at('01:25'), at('03:00')],
      ['Mala', '20:00 Mala', at('20:00'), at('20:30')],
    ])
    expect((await logEntries()).map(({ action }) => action)).toEqual([
      'created',
      'created',
      'created',
    ])
  })

  // Rule 8.7: sets on one stage never overlap.
  it('is refused if it overlaps another set on its stage, and the message names that set', async () => {
    const first = await add('23:30', '00:30', { performer: 'Bura' })
    for (const [from, to] of [
      ['23:00', '23:31'],
      ['00:29', '01:00'],
      ['23:45', '00:00'],
      ['23:00', '02:00'],
    ] as const)
      await expect(add(from, to)).rejects.toEqual(
        refusal('U to je vrijeme na pozornici „Velika” već Bura (23:30–00:30).'),
      )
    const after = await add('00:30', '01:00')
    await add('23:30', '00:30', { stage: 'Mala' })
    await expect(change(after.id, { startsAt: at('00:25') })).rejects.toMatchObject({ status: 400 })
    // The old times of the changed set itself are no overlap.
    expect(await change(first.id, { startsAt: at('23:25') })).toMatchObject({
      startsAt: at('23:25'),
    })
  })

  it('is stored only once when twenty requests at once want the same stage and time', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => add('21:00', '22:00', { title: `Nastup ${i}` })),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await programme.listSets()).toHaveLength(1)
  })

  it('cannot start before the opening time, but a set stored earlier can still be renamed', async () => {
    const early = await add('19:00', '19:30')
    await sql`update editions set opens_at = ${at('20:00')}, closes_at = ${at('04:00')}
      where ended_at is null`
    const message = 'Vrata se otvaraju 21.11.2026. u 20:00: nastup ne može početi prije toga.'
    await expect(add('19:55', '20:30')).rejects.toEqual(refusal(message))
    await expect(change(early.id, { startsAt: at('18:55') })).rejects.toEqual(refusal(message))
    expect(await change(early.id, { title: 'Proba zvuka' })).toMatchObject({ name: 'Proba zvuka' })
    await add('20:00', '20:30')
  })

  it.each([
    ['an end before the start', { endsAt: at('20:30') }, 'Kraj mora biti poslije početka.'],
    [
      'more than 12 hours',
      { endsAt: '2026-11-22T09:01:00Z' },
      'Nastup može trajati najviše 12 sati.',
    ],
    ['no stage', { stageId: 999_999 }, 'Ta pozornica ne postoji ili je obrisana.'],
    ['no performer', { performerId: 999_999 }, 'Taj izvođač ne postoji ili je obrisan.'],
    ['no name', { title: ' ' }, 'Odaberite izvođača ili upišite naziv.'],
  ])('is refused with %s', async (_case, wrong, message) => {
    const valid = { stageId: ids.Velika, title: 'Bal', startsAt: at('21:00'), endsAt: at('22:00') }
    const body = check(newSetBody, { ...valid, ...wrong })
    await expect(programme.createSet(body, admin)).rejects.toEqual(refusal(message))
  })

  it('is moved to another stage, but a change with outdated expected values is refused', async () => {
    const set = await add('21:00', '22:00', { performer: 'Bura' })
    const moved = await change(set.id, { stageId: ids.Mala, seen: { stageId: ids.Velika } })
    expect(moved).toMatchObject({ stage: 'Mala', startsAt: at('21:00') })
    await expect(
      change(set.id, { startsAt: at('21:30'), seen: { startsAt: at('20:30') } }),
    ).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect((await logEntries()).at(-1)).toMatchObject({
      action: 'changed',
      changes: { stage: ['Velika', 'Mala'] },
    })
  })

  // Rules 1.9 and 9.19.
  it('with its own title is published and logged when its performer or its title changes', async () => {
    const set = await add('21:00', '22:00', { performer: 'Bura', title: 'Bura' })
    const versionBefore = tagVersion('programme')
    for (const fields of [
      { performerId: ids['Žarulja od 60 W'] },
      { performerId: ids.Bura },
      { title: '' },
    ])
      await collectInvalidations(() => change(set.id, fields))
    expect(tagVersion('programme')).toBe(versionBefore + 3)
    expect((await logEntries()).slice(1).map(({ changes }) => changes)).toEqual([
      { performer: ['Bura', 'Žarulja od 60 W'] },
      { performer: ['Žarulja od 60 W', 'Bura'] },
      { title: ['Bura', ''] },
    ])
  })

  it('is deleted with its performer, and the deletion is logged', async () => {
    await add('21:00', '22:00', { performer: 'Bura' })
    await add('22:00', '23:00', { performer: 'Bura', stage: 'Mala', title: 'Bura i gosti' })
    await add('23:00', '23:30')
    await deleteLineupItem(ids.Bura as number, admin)
    expect(setRows(await programme.listSets()).map(([, name]) => name)).toEqual(['23:00 Velika'])
    const deletions = (await logEntries()).filter(({ action }) => action === 'deleted')
    expect(deletions.map(({ changes }) => changes.name)).toEqual([
      ['Bura', null],
      ['Bura i gosti', null],
    ])
  })

  // Rule 8.9: a set whose performer is hidden stays hidden, unless the set has a title of its own.
  it('is hidden from visitors while its performer is hidden, unless it has its own title', async () => {
    const hiddenSet = await add('21:00', '22:00', { performer: 'Bura' })
    await add('22:00', '23:00', { performer: 'Bura', title: 'Iznenađenje' })
    await sql`update lineup_items set visible = false where name = 'Bura'`
    const publicSets = await programme.listPublicSets()
    expect(publicSets).toMatchObject([{ name: 'Iznenađenje', slug: null }])
    await expect(programme.getSet(hiddenSet.id, true)).rejects.toMatchObject({ status: 404 })
    expect(await programme.getSet(hiddenSet.id)).toMatchObject({ name: 'Bura', visible: '0' })
  })
})

describe('a stage', () => {
  it('can be renamed and reordered, and can be deleted only without sets', async () => {
    const { Velika, Mala } = ids as { Velika: number; Mala: number }
    await expect(stages.createStage({ name: 'velika' }, admin)).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
    })
    expect(await stages.updateStage(Velika, { name: 'Glavna' }, admin)).toMatchObject({
      name: 'Glavna',
    })
    const positions = [
      { id: Velika, order: 2 },
      { id: Mala, order: 1 },
    ]
    expect((await stages.reorderStages(positions, admin)).map(({ name }) => name)).toEqual([
      'Mala',
      'Glavna',
    ])
    const set = await add('21:00', '22:00', { stage: 'Mala' })
    await expect(stages.deleteStage(Mala, admin)).rejects.toMatchObject({
      status: 409,
      detail: expect.stringContaining('Pozornica ima nastupe (1).'),
    })
    await programme.deleteSet(set.id, admin)
    await stages.deleteStage(Mala, admin)
    expect(await stages.listStages()).toEqual([{ id: Velika, name: 'Glavna', order: 1, sets: 0 }])
  })
})

describe('the import of sets', () => {
  const file = (...rows: string[]) =>
    new File([['Pozornica;Izvođač;Naziv;Od;Do', ...rows].join('\n')], 'program.csv')

  it('adds sets and new stages, and skips sets that exist already', async () => {
    await add('21:00', '22:00', { performer: 'Bura' })
    const table = file(
      'velika;BURA;;21.11.2026. 21:00;22:00',
      'Velika;zarulja od 60 w;;23:45;01:00',
      'Vrt;;Tiha soba;20.15;2100',
      'Vrt;;Tišina;01:15;02:00',
    )
    const preview = await previewSetFile(table)
    expect(preview).toMatchObject({ toAdd: 3, skipped: 1, faulty: 0, noted: 1, imported: 0 })
    expect(preview.rows[0]).toMatchObject({ row: 4, reasons: ['Nova pozornica: Vrt'] })
    expect(await programme.listSets()).toHaveLength(1)

    expect(await importSetFile(table, admin)).toMatchObject({ imported: 3, skipped: 1 })
    expect(setRows(await programme.listSets())).toEqual([
      ['Velika', 'Bura', at('21:00'), at('22:00')],
      ['Velika', 'Žarulja od 60 W', at('23:45'), at('01:00')],
      ['Vrt', 'Tiha soba', at('20:15'), at('21:00')],
      ['Vrt', 'Tišina', at('01:15'), at('02:00')],
    ])
    expect((await logEntries()).at(-1)).toMatchObject({
      action: 'imported',
      changes: { rows: [null, 3] },
    })
    expect(await importSetFile(table, admin)).toMatchObject({ imported: 0, skipped: 4 })
  })

  it('writes nothing while a row has errors, and lists the errors of each row', async () => {
    await add('21:00', '22:00', { performer: 'Bura' })
    const table = file(
      'Velika;Nitko;;20:00;20:30',
      'Velika;;Preko;21:30;22:30',
      'Vrt;;Prvi;20:00;21:00',
      'Vrt;;Drugi;20:59;21:30',
      'Vrt;;;22:00;23:00',
      'Vrt;;Kriv;25:00;x',
    )
    const { rows, faulty } = await previewSetFile(table)
    expect(faulty).toBe(5)
    expect(rows.flatMap((row) => (row.state === 'faulty' ? row.reasons : []))).toEqual([
      'Izvođača „Nitko” nema u line-upu: dodajte ga ili upišite Naziv',
      'U to je vrijeme na pozornici „Velika” već Bura (21:00–22:00).',
      'U to je vrijeme na pozornici „Vrt” već Prvi (20:00–21:00).',
      'Nema ni izvođača ni naziva',
      'Od: Vrijeme mora biti kao 21:30 ili 21.11.2026. 21:30',
      'Do: Vrijeme mora biti kao 21:30 ili 21.11.2026. 21:30',
    ])
    await expect(importSetFile(table, admin)).rejects.toMatchObject({ code: 'faulty_rows' })
    expect(await programme.listSets()).toHaveLength(1)
    expect(await stages.listStages()).toHaveLength(2)
  })

  it('matches a performer only by an unambiguous name, also in Cyrillic letters', async () => {
    await sql`delete from lineup_items`
    await addPerformers(sql, { Ђорђе: '', Вук: '', Škvadra: '', Skvadra: '' })
    ids = await readIds()
    const table = file(
      'Velika;Вук;;21.11.2026. 21:00;21:30',
      'Velika;ЂОРЂЕ;;21.11.2026. 21:30;22:00',
      'Velika;Мила;;21.11.2026. 22:00;22:30',
      'Velika;škvadra;;21.11.2026. 23:00;23:30',
      'Velika;Škvadra;;21.11.2026. 23:30;23:45',
    )
    const { rows, toAdd } = await previewSetFile(table)
    expect(toAdd).toBe(3)
    expect(rows.map(({ row, state }) => [row, state])).toEqual([
      [4, 'faulty'],
      [5, 'faulty'],
    ])
    await importSetFile(file('Velika;Вук;;21.11.2026. 21:00;21:30'), admin)
    expect((await programme.listSets()).map(({ name }) => name)).toEqual(['Вук'])
  })

  it('needs a date while the opening time is unknown, and then uses the date of the night', async () => {
    const table = file('Velika;Bura;;21:00;22:00')
    expect((await previewSetFile(table)).rows[0]?.reasons[0]).toContain('Uz Od upišite i datum')
    await sql`update editions set opens_at = ${at('20:00')}, closes_at = ${at('04:00')}
      where ended_at is null`
    await importSetFile(table, admin)
    expect(setRows(await programme.listSets())).toEqual([
      ['Velika', 'Bura', at('21:00'), at('22:00')],
    ])
  })
})

describe('the calendar file', () => {
  it('has a UID from the id of the set, escaped texts, and lines of at most 75 bytes', async () => {
    const title =
      'Bura; „gosti”, i jako dugačak naziv koji ne stane u redak od sedamdeset pet bajtova'
    await sql`update editions set place = 'Klub', address = 'Ulica 1' where ended_at is null`
    const { id } = await add('23:45', '01:00', { title })
    const response = await calendarOf(await programme.listPublicSets(), 'satnica.ics')
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const body = await response.text()
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const lines = body.replaceAll('\r\n ', '').split('\r\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:nastup-${id}@127.0.0.1`,
        'DTSTART:20261121T224500Z',
        'DTEND:20261122T000000Z',
        `SUMMARY:${title.replace(/[;,]/g, '\\$&')}`,
        'LOCATION:Velika\\, Klub\\, Ulica 1',
      ]),
    )
  })

  it('counts the changes of each set in SEQUENCE, so that a calendar updates a moved set', async () => {
    const [moved, unmoved] = [
      await add('21:00', '22:00', { performer: 'Bura' }),
      await add('22:00', '23:00'),
    ]
    const readSequences = async () => {
      const body = await (await calendarOf(await programme.listPublicSets(), 'a.ics')).text()
      return body
        .split('BEGIN:VEVENT')
        .slice(1)
        .map((event) =>
          [/UID:nastup-(\d+)/, /SEQUENCE:(\d+)/].map((pattern) => pattern.exec(event)?.[1]),
        )
    }
    expect(await readSequences()).toEqual([
      [`${moved.id}`, '0'],
      [`${unmoved.id}`, '0'],
    ])
    await change(moved.id, { startsAt: at('20:30'), endsAt: at('21:30') })
    await change(moved.id, { stageId: ids.Mala })
    expect(await readSequences()).toEqual([
      [`${unmoved.id}`, '0'],
      [`${moved.id}`, '2'],
    ])
  })

  it('counts new names of stages and performers and a new place in SEQUENCE, and it never falls', async () => {
    await sql`update editions set place = 'Klub', address = 'Ulica 1' where ended_at is null`
    const { id } = await add('21:00', '22:00', { performer: 'Bura' })
    const readSequence = async () => {
      const body = await (await calendarOf(await programme.listPublicSets(), 'a.ics')).text()
      return [/SEQUENCE:(\d+)/, /SUMMARY:(.+)\r/, /LOCATION:(.+)\r/].map(
        (pattern) => pattern.exec(body)?.[1],
      )
    }
    expect(await readSequence()).toEqual(['0', 'Bura', 'Velika\\, Klub\\, Ulica 1'])
    await stages.updateStage(ids.Velika as number, { name: 'Glavna' }, admin)
    expect(await readSequence()).toEqual(['1', 'Bura', 'Glavna\\, Klub\\, Ulica 1'])
    await updateLineupItem(ids.Bura as number, { name: 'Jugo' }, admin)
    expect(await readSequence()).toEqual(['2', 'Jugo', 'Glavna\\, Klub\\, Ulica 1'])
    await changeEdition({ place: 'Velesajam' }, admin)
    expect(await readSequence()).toEqual(['3', 'Jugo', 'Glavna\\, Velesajam\\, Ulica 1'])
    await change(id, { stageId: ids.Mala })
    expect(await readSequence()).toEqual(['4', 'Jugo', 'Mala\\, Velesajam\\, Ulica 1'])
    await changeEdition({ instagramUrl: 'https://instagram.example/y' }, admin)
    expect((await readSequence())[0]).toBe('4')
  })

  it.each(['', 'a', '0', '-1', '1,', '1,,2', '1.5', '1 2', '9999999999', `${'1,'.repeat(200)}1`])(
    'of selected sets refuses an invalid list of set ids: %s',
    (ids) => {
      expect(() => check(calendarQuery, { ids })).toThrowError(
        expect.objectContaining({
          status: 400,
          more: { fields: { ids: [PROGRAMME_MESSAGES.badIds] } },
        }),
      )
    },
  )
})
