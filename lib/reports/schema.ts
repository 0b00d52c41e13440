import { z } from 'zod'

/** One row of the daily report (spec section 2): `date` is dd.mm.yyyy., `day` yyyy-mm-dd. */
export const dailyReportRow = z.object({
  day: z.iso.date(),
  date: z.string(),
  total: z.int(),
  before12: z.int(),
  after12: z.int(),
})

export type DailyReportRow = z.infer<typeof dailyReportRow>
