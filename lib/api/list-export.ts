import type { z } from 'zod'
import type { EntityName } from '@/db/catalogue/entities'
import { getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import type { UserRow } from '@/db/queries/users'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { route } from '@/lib/api/route'
import { listQuery } from '@/lib/http/list-params'
import {
  datedWorkbookResponse,
  type SheetColumn,
  writeWorkbook,
  XLSX,
} from '@/lib/spreadsheet/workbook'

/** What an export takes no notice of: it is every page of its list. */
export const PAGING_PARAMS = { limit: true, offset: true } as const

/** The search and the order of a list. */
export const exportQuery = listQuery.omit(PAGING_PARAMS)

/** A small list as a workbook. */
interface ListExport<Row, Q extends z.ZodType> {
  noun: EntityName
  /** One line for the description of the API. */
  summary: string
  fields: NonNullable<EndpointSpec['fields']>
  /** What its list can be asked. */
  query: Q
  /** The sheet’s name, and the file’s before the day. */
  sheet: string
  file: string
  columns: SheetColumn<Row>[]
  rows: (query: z.output<Q>) => Promise<Row[]>
}

/**
 * The call of an export, for an admin: what the list shows, in its order, each text a cell that
 * no spreadsheet runs. Who took it stands in the record.
 */
export function listExport<Row, Q extends z.ZodType>(its: ListExport<Row, Q>) {
  const { noun, summary, fields, query, sheet, file, columns, rows } = its
  const rule = {
    access: 'admin' as const,
    summary,
    query,
    fields,
    contentTypes: [XLSX],
    long: true as const,
  }
  const take = async (asked: z.output<Q>, user: UserRow) => {
    const content = writeWorkbook(sheet, columns, await rows(asked))
    await insertActivity(getDb(), {
      userId: user.id,
      entity: noun,
      entityId: 'export',
      action: 'exported',
    })
    return datedWorkbookResponse(file, content)
  }
  return route(rule, (input) => take(input.query as z.output<Q>, input.user))
}
