import type { Readable } from 'node:stream'
import { getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { countMails } from '@/db/queries/editions'
import { getEdition } from '@/db/queries/festival'
import type { UserRow } from '@/db/queries/users'
import { readTakings, takingsWorkbook } from '@/lib/cash/service'
import { exportGuests } from '@/lib/guests/export'
import { MAIL_STATE_LABELS, templateLabel } from '@/lib/mail/rules'
import { arrivals, arrivalsWorkbook, dailyReport, dailyReportWorkbook } from '@/lib/reports/service'
import { sponsorCountsWorkbook } from '@/lib/sponsors/invitations'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { zipResponse } from '@/lib/spreadsheet/zip'

type Count = Awaited<ReturnType<typeof countMails>>[number]

const MAIL_COLUMNS: SheetColumn<Count>[] = [
  {
    header: 'Vrsta',
    value: ({ template }) => templateLabel(template),
    width: 28,
  },
  {
    header: 'Stanje',
    value: ({ state }) => MAIL_STATE_LABELS[state],
    width: 22,
  },
  { header: 'Mailova', value: ({ count }) => count, kind: 'number', width: 12 },
]

const mailsWorkbook = async (): Promise<Readable> =>
  writeWorkbook('Pošta', MAIL_COLUMNS, await countMails(getDb()))

/**
 * Returns a ZIP archive with the spreadsheets of an edition that an organiser may want to keep, and
 * logs the export.
 */
export async function exportEdition(user: UserRow): Promise<Response> {
  const { id, year } = await getEdition(getDb())
  await insertActivity(getDb(), {
    userId: user.id,
    entity: 'editions',
    entityId: id,
    action: 'exported',
  })
  return zipResponse(`festival-${year}.zip`, {
    'gosti.xlsx': () => exportGuests({}, user),
    'dnevni-izvjestaj.xlsx': async () => dailyReportWorkbook(await dailyReport()),
    'dolasci.xlsx': async () => arrivalsWorkbook(await arrivals({})),
    'blagajna.xlsx': async () => takingsWorkbook(await readTakings()),
    'firme.xlsx': sponsorCountsWorkbook,
    'posta.xlsx': mailsWorkbook,
  })
}
