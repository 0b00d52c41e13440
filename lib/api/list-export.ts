import type { z } from 'zod'
import type { EntityName } from '@/db/catalogue/entities'
import { getDb } from '@/db/pool'
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

/** Query parameters of a list that its export does not have, because it contains all pages. */
export const PAGING_PARAMS = { limit: true, offset: true } as const

/** Query of an export: search and order of the list. */
export const exportQuery = listQuery.omit(PAGING_PARAMS)

/** Declaration of the export of a small list as a workbook. */
interface ListExport<Row, Q extends z.ZodType> {
  entity: EntityName
  /** One line for the OpenAPI document. */
  summary: string
  fields: NonNullable<EndpointSpec['fields']>
  /** Query of the list. */
  query: Q
  /** Name of the sheet. */
  sheet: string
  /** Name of the file, to which the day and .xlsx are added. */
  file: string
  columns: SheetColumn<Row>[]
  rows: (query: z.output<Q>) => Promise<Row[]>
}

/**
 * Creates the endpoint of an export, for admins: the rows of the list in its order. Texts are written so
 * that no spreadsheet program runs them as a formula. The activity log records each export.
 */
export function listExport<Row, Q extends z.ZodType>(exported: ListExport<Row, Q>) {
  const { entity, summary, fields, query, sheet, file, columns, rows } = exported
  const spec = {
    access: 'admin' as const,
    summary,
    query,
    fields,
    contentTypes: [XLSX],
    long: true as const,
  }
  const exportList = async (listQuery: z.output<Q>, user: UserRow) => {
    const content = writeWorkbook(sheet, columns, await rows(listQuery))
    await insertActivity(getDb(), {
      userId: user.id,
      entity,
      entityId: 'export',
      action: 'exported',
    })
    return datedWorkbookResponse(file, content)
  }
  return route(spec, (input) => exportList(input.query as z.output<Q>, input.user))
}
