/** One row of the daily report (spec section 2): `date` is dd.mm.yyyy., `day` yyyy-mm-dd. */
export interface DailyReportRow {
  day: string
  date: string
  total: number
  before12: number
  after12: number
}
