import type { Readable } from 'node:stream'
import { z } from 'zod'
import { SIGNUPS } from '@/db/catalogue/signups'
import { getDb } from '@/db/pool'
import { insertActivity, redactActivities } from '@/db/queries/activities'
import { recordErasure } from '@/db/queries/erasures'
import * as queries from '@/db/queries/signups'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { notFound } from '@/lib/http/errors'
import { type Flag, flagResponse, instantResponse } from '@/lib/http/fields'
import { listParams, listQuery } from '@/lib/http/list-params'
import { exportedColumns } from '@/lib/spreadsheet/exported-columns'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { formatDateTime } from '@/lib/time/zagreb'

// Sign-ups in the back office: who has signed up, and which freshers have not.

export const signupListQuery = listQuery.extend({
  /** With 1 only sign-ups of freshers on the list, with 0 only the others. */
  listed: flagResponse.optional(),
})

export const signupExportQuery = signupListQuery.omit({
  ordering: true,
  limit: true,
  offset: true,
})

export const signupRow = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  jmbag: z.string(),
  email: z.string(),
  submittedAt: instantResponse,
  /** Whether a fresher with this JMBAG is on the list. */
  listed: flagResponse,
})

/** A fresher on the list without a sign-up. */
export const missingRow = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  jmbag: z.string(),
  bought: flagResponse,
})

export const signupCounts = z.object({
  everyone: z.int(),
  listed: z.int(),
  /** Number of freshers on the list without a sign-up. */
  missing: z.int(),
})

const flag = (is: boolean): Flag => (is ? '1' : '0')

type Found = Awaited<ReturnType<typeof queries.listSignups>>['rows'][number]

const viewSignup = ({ submittedAt, listed, ...row }: Found): z.infer<typeof signupRow> => ({
  ...row,
  submittedAt: submittedAt.toISOString(),
  listed: flag(listed),
})

export async function findSignups({ listed, ...query }: z.output<typeof signupListQuery>) {
  const { rows, total } = await queries.listSignups(getDb(), {
    ...listParams(query, queries.SIGNUP_FIELDS),
    listed: listed === undefined ? undefined : listed === '1',
  })
  return { rows: rows.map(viewSignup), total }
}

export async function findMissing(query: z.output<typeof listQuery>) {
  const { rows, total } = await queries.listMissing(
    getDb(),
    listParams(query, queries.MISSING_FIELDS),
  )
  return {
    rows: rows.map(({ boughtAt, jmbag, ...row }) => ({
      ...row,
      jmbag: jmbag ?? '',
      bought: flag(boughtAt !== null),
    })),
    total,
  }
}

export const readSignupCounts = () => queries.countSignups(getDb())

/**
 * Deletes a sign-up. The activity log keeps that there was a sign-up, without personal data. A
 * restored backup deletes the sign-up again. Throws not_found.
 */
export function deleteSignup(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const deleted = await queries.deleteSignup(tx, id)
    if (!deleted) throw notFound('Prijava ne postoji ili je već obrisana.')
    await recordErasure(tx, 'signups', id)
    await logActivity(tx, user, 'signups', [deleted, null])
    await redactActivities(tx, 'signups', id)
  })
}

const COLUMNS: SheetColumn<z.infer<typeof signupRow>>[] = [
  ...exportedColumns(SIGNUPS.columns, (signup: z.infer<typeof signupRow>, field) =>
    field === 'submittedAt' ? formatDateTime(signup.submittedAt) : signup[field],
  ),
  { header: 'Na popisu brucoša', value: ({ listed }) => (listed === '1' ? 'da' : 'ne'), width: 18 },
]

/**
 * Returns the filtered sign-ups as a workbook. The activity log shows which admin has exported
 * them.
 */
export async function exportSignups(
  query: z.output<typeof signupExportQuery>,
  user: UserRow,
): Promise<Readable> {
  await insertActivity(getDb(), {
    userId: user.id,
    entity: 'signups',
    entityId: 'export',
    action: 'exported',
  })
  const { rows } = await findSignups(query)
  return writeWorkbook('Prijave', COLUMNS, rows)
}
