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
 * Arrivals of one tag or list, of one gate (0: at none), and of a night or of another stretch of
 * time [from, to) given by two ISO instants.
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
 * A quarter of an hour in which somebody came or went: `at` is its first instant (ISO, UTC),
 * `day` (yyyy-mm-dd) and `time` (hh:mm) are Zagreb's, `inside` how many are inside by its end.
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

/** The nights in which somebody came, newest first, and what their gates and lists are called. */
export const nightsResponse = z.object({
  nights: z.array(
    z.object({
      night: z.iso.date(),
      entered: z.int(),
      left: z.int(),
      /** Where people came and went; 0 stands for what was not done at a gate. */
      gates: z.array(z.int()),
      lists: z.array(z.int()),
    }),
  ),
  gates: z.array(z.object({ id: z.int(), name: z.string(), isDeleted: z.boolean() })),
  lists: z.array(z.object({ id: z.int(), name: z.string() })),
})

export type Nights = z.infer<typeof nightsResponse>

/** The day at a glance; `date` is dd.mm.yyyy. in Zagreb, and counts are of live guests. */
export const todayReport = z.object({
  date: z.string(),
  soldToday: z.int(),
  sold: z.int(),
  guests: z.int(),
  inside: z.int(),
  mails: z.object({ waiting: z.int(), failed: z.int() }),
  /** `live` is COMINGSOON_VISIBILITY; the times are ISO instants, null where not set. */
  site: z.object({
    live: flagResponse,
    timerTime: instantResponse.nullable(),
    sponsorsInputTime: instantResponse.nullable(),
  }),
  /** When the people of this edition are erased by themselves; null where nobody knows. */
  erasesAt: instantResponse.nullable(),
})

export type TodayReport = z.infer<typeof todayReport>
