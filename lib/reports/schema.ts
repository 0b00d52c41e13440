import { z } from 'zod'
import { flagResponse, idParams, instantResponse, nightDay } from '@/lib/http/fields'

/** One row of the daily report (rule 13.20): `date` is dd.mm.yyyy., `day` yyyy-mm-dd. */
export const dailyReportRow = z.object({
  day: z.iso.date(),
  date: z.string(),
  total: z.int(),
  before12: z.int(),
  after12: z.int(),
})

export type DailyReportRow = z.infer<typeof dailyReportRow>

const instant = z.iso.datetime({ offset: true, error: 'Neispravno vrijeme' }).pipe(z.coerce.date())

const number = idParams.shape.id

/**
 * Filters of the arrivals: one tag or guest list, one gate (0: no gate), and a night or a time
 * range from `from` to before `to`, given by two ISO instants.
 */
export const arrivalsQuery = z.object({
  tag: z.string().max(200).optional(),
  list: number.optional(),
  gate: z.literal('0').transform(Number).or(number).optional(),
  night: nightDay.optional(),
  from: instant.optional(),
  to: instant.optional(),
})

export type ArrivalsQuery = z.output<typeof arrivalsQuery>

/**
 * A quarter of an hour with arrivals or exits. `at` is its start (ISO, UTC), `day` (yyyy-mm-dd) and
 * `time` (hh:mm) are in Zagreb, `inside` is the number of guests inside at its end.
 */
export const arrivalsRow = z.object({
  at: instantResponse,
  day: z.iso.date(),
  time: z.string(),
  entered: z.int(),
  left: z.int(),
  inside: z.int(),
})

export type ArrivalsRow = z.infer<typeof arrivalsRow>

/** The nights with arrivals, newest first, and the names of their gates and guest lists. */
export const nightsResponse = z.object({
  nights: z.array(
    z.object({
      night: z.iso.date(),
      entered: z.int(),
      left: z.int(),
      /** Ids of the gates of these arrivals and exits; 0 means that no gate is stored. */
      gates: z.array(z.int()),
      lists: z.array(z.int()),
    }),
  ),
  gates: z.array(z.object({ id: z.int(), name: z.string(), isDeleted: z.boolean() })),
  lists: z.array(z.object({ id: z.int(), name: z.string() })),
})

export type Nights = z.infer<typeof nightsResponse>

/** Figures of the current day. `date` is dd.mm.yyyy. in Zagreb. Deleted guests do not count. */
export const todayReport = z.object({
  date: z.string(),
  soldToday: z.int(),
  sold: z.int(),
  guests: z.int(),
  inside: z.int(),
  mails: z.object({ waiting: z.int(), failed: z.int() }),
  /**
   * State of the site. `live` is COMINGSOON_VISIBILITY. The times are ISO instants, or null if not
   * set.
   */
  site: z.object({
    live: flagResponse,
    timerTime: instantResponse.nullable(),
    sponsorsInputTime: instantResponse.nullable(),
  }),
  /**
   * Time at which the personal data of this edition are erased automatically; null if it is not
   * known.
   */
  erasesAt: instantResponse.nullable(),
})

export type TodayReport = z.infer<typeof todayReport>
