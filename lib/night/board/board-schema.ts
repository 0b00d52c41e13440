import { z } from 'zod'
import { REFUSALS } from '@/db/catalogue/verdicts'
import { passageOrigin } from '@/lib/gate/board-schema'
import { instantResponse } from '@/lib/http/fields'

const person = z.object({ name: z.string(), surname: z.string() })

/** Numbers of arrivals, exits and refusals since the noon at which the night starts. */
const totals = z.object({ arrived: z.int(), left: z.int(), refused: z.int() })

/** How an admission was decided. Kinds that start with `server` were decided by the server. */
// biome-ignore format: as eight lines the list is hard to read
const DECISION_KINDS = ['server', 'server_name', 'server_override', 'alone', 'name', 'override', 'import', 'recorded'] as const

const minutes = z.array(z.int())

const gateTonight = totals.extend({
  id: z.int(),
  name: z.string(),
  /** Guests inside whose last admission was at this gate. */
  inside: z.int(),
  capacity: z.int().nullable(),
  /**
   * Counts of each of the last 60 minutes, oldest first, starting at `firstMinute`. The last minute
   * is incomplete.
   */
  perMinute: z.object({ arrived: minutes, left: minutes, refused: minutes }),
  /** Number of devices on duty, and the latest heartbeat of any of them. */
  devices: z.int(),
  lastSeenAt: instantResponse.nullable(),
})

export type GateTonight = z.output<typeof gateTonight>

/** Predicted time: the median, and the range that contains the true time in four nights of five. */
const band = z.object({ low: instantResponse, mid: instantResponse, high: instantResponse })

const forecastResponse = z.object({
  /**
   * Predicted time at which the venue will be full, and the probability that it will be full
   * tonight. The time is null if the probability is below 50 %. Both are null without a capacity,
   * or if too little is known.
   */
  fullAt: band.nullable(),
  fullChance: z.number().nullable(),
  /** Predicted time at which 95 % of the arriving guests have arrived. */
  arrivedAt: band.nullable(),
  stillToCome: z.int(),
  gates: z.array(
    z.object({
      id: z.int(),
      /** Minutes of waiting for a guest who joins the queue now; null if too little is known. */
      wait: z.int().nullable(),
      level: z.enum(['free', 'short', 'long']),
      /** Predicted time at which the queue is empty. */
      servedAt: band.nullable(),
      /** Whether one more device would empty the queue much earlier. */
      openLane: z.boolean(),
    }),
  ),
})

/** Snapshot of the night board. */
export const nightSnapshot = z.object({
  at: instantResponse,
  /** The noon at which the night starts. */
  from: instantResponse,
  firstMinute: instantResponse,
  opensAt: instantResponse.nullable(),
  closesAt: instantResponse.nullable(),
  capacity: z.int().nullable(),
  inside: z.int(),
  /**
   * Number of active guests with a ticket, and number of those who have not arrived tonight and are
   * not inside.
   */
  sold: z.int(),
  expected: z.int(),
  tonight: totals,
  gates: z.array(gateTonight),
  /**
   * Totals of passages outside the current gates (in the admin area or at a deleted gate). Null if
   * all totals are 0.
   */
  elsewhere: totals.extend({ inside: z.int() }).nullable(),
  /** Refusals of tonight by reason, the most frequent first, and the last ten refusals. */
  reasons: z.array(z.object({ verdict: z.enum(REFUSALS), count: z.int() })),
  refusals: z.array(passageOrigin.extend({ verdict: z.enum(REFUSALS), guest: person.nullable() })),
  admissions: z.array(
    passageOrigin.extend({
      decided: z.enum(DECISION_KINDS),
      guest: person,
    }),
  ),
  /** Duplicate admissions that an admin has to resolve. */
  doubles: z.object({
    waiting: z.int(),
    newest: z.object({ guest: person, foundAt: instantResponse }).nullable(),
  }),
  objections: z.int(),
  /** Worst problem of each device by the rules of the gate board. `remedy` says what to do. */
  troubles: z.array(
    z.object({ device: z.string(), gate: z.string(), what: z.string(), remedy: z.string() }),
  ),
  mails: z.object({ waiting: z.int(), failed: z.int() }),
  /**
   * Forecast of arrivals and queues, computed every few seconds. Null before the first computation.
   */
  forecast: forecastResponse.nullable(),
})

export type NightSnapshot = z.output<typeof nightSnapshot>
