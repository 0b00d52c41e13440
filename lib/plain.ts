import type { z } from 'zod'
import { getDb } from '@/db/client'
import { forgetInActivities } from '@/db/queries/activities'
import { type Rows, rowsOfTexts, type TextTable } from '@/db/queries/rows'
import type { UserRow } from '@/db/queries/users'
import { bandContacts } from '@/db/schema'
import { record } from '@/lib/activities/record'
import * as bandContact from '@/lib/band-contacts/schema'
import { calls } from '@/lib/http/calls'
import { notFound, ServiceError } from '@/lib/http/errors'
import { whenTaken } from '@/lib/http/failure'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { requireUnchanged, type Seen } from '@/lib/http/precondition'
import { NOUNS, type NounName } from '@/lib/nouns'

type Change<Row> = Partial<Omit<Row, 'id'>> & { seen?: Seen }

/**
 * One thing of a noun that follows no rule but that of its schema, read and written as the
 * house does: held, compared with what was seen, written, recorded. All throw not_found; a
 * write also conflict, for a key that is taken or when somebody was faster.
 */
export function plain<Row extends { id: number }>(
  noun: NounName,
  rows: Rows<Row>,
  { notThere, taken }: { notThere: string; taken?: string },
) {
  const there = (row: Row | null) => {
    if (!row) throw notFound(notThere)
    return row
  }
  const refusal = () => new ServiceError('conflict', taken ?? notThere, { code: 'already_exists' })
  return {
    get: async (id: number) => there(await rows.get(getDb(), id)),

    create: (body: Omit<Row, 'id'>, user: UserRow) =>
      getDb().transaction(async (tx) => {
        const row = await rows.create(tx, body).catch(whenTaken(refusal))
        if (!row) throw refusal()
        await record(tx, user, noun, [null, row])
        return row
      }),

    update: (id: number, { seen, ...change }: Change<Row>, user: UserRow) =>
      getDb().transaction(async (tx) => {
        const before = there(await rows.lock(tx, id))
        requireUnchanged(seen, before)
        const patch = change as Change<Row>
        const after = there(await rows.update(tx, id, patch).catch(whenTaken(refusal)))
        await record(tx, user, noun, [before, after])
        return after
      }),

    /** The record keeps that there was one; of a person, not who it was. */
    delete: (id: number, user: UserRow) =>
      getDb().transaction(async (tx) => {
        const gone = there(await rows.delete(tx, id))
        await record(tx, user, noun, [gone, null])
        await forgetInActivities(tx, noun, id)
      }),
  }
}

interface Whole<Row, New, Some> {
  /** What it is searched and ordered by; the first is what orders it unless asked. */
  texts: (keyof Row & string)[]
  /** One of them, for the description of the calls. */
  one: string
  notThere: string
  answer: z.ZodType<Row, Row>
  body: z.ZodType<Omit<Row, 'id'>, New>
  change: z.ZodType<Change<Row>, Some>
}

type Api<Noun extends NounName> = (typeof NOUNS)[Noun]['api']

/** A noun that is a table of texts and nothing else, and all of it the admin's. */
function ofTexts<const Noun extends NounName, Row extends { id: number }, New, Some>(
  noun: Noun,
  table: TextTable<Row>,
  its: Whole<Row, New, Some>,
) {
  type Its = typeof its
  const rows = rowsOfTexts(table, its.texts)
  const service = {
    list: (query: ListQuery) => rows.list(getDb(), listParams(query, rows.fields)),
    ...plain(noun, rows, its),
  }
  const { api, about } = NOUNS[noun]
  const made = calls<Api<Noun>, 'admin', Its['answer'], Its['body'], Its['change']>(api, {
    reads: 'admin',
    answer: its.answer,
    fields: rows.fields,
    list: [about, service.list],
    create: [`Add ${its.one}`, its.body, service.create],
    get: [`What is kept of ${its.one}`, service.get],
    update: [`Change ${its.one}`, its.change, service.update],
    delete: [`Delete ${its.one}`, service.delete],
  })
  return { ...service, fields: rows.fields, calls: made }
}

export const contacts = ofTexts('band-contacts', bandContacts, {
  texts: ['bandName', 'bookerName', 'bookerPhone', 'bookerEmail', 'notes'],
  one: 'a band’s contact',
  notThere: bandContact.BAND_CONTACT_MESSAGES.notThere,
  answer: bandContact.bandContactAnswer,
  body: bandContact.newBandContactBody,
  change: bandContact.bandContactChange,
})

/** What they answer to, at their addresses. */
export const PLAIN_CALLS = { ...contacts.calls }
