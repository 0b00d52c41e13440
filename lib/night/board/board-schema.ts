import { z } from 'zod'
import { VERDICTS } from '@/db/catalogue/verdicts'
import { toldResponse } from '@/lib/gate/board-schema'
import { instantResponse } from '@/lib/http/fields'

const person = z.object({ name: z.string(), surname: z.string() })

/** Since the noon with which the night began. */
const moved = z.object({ arrived: z.int(), left: z.int(), refused: z.int() })

/** How somebody was let in: `server_…` where the server was asked. */
// biome-ignore format: one line each would be eight
const HOW = ['server', 'server_name', 'server_override', 'alone', 'name', 'override', 'import', 'recorded'] as const

const minutes = z.array(z.int())

const gateTonight = moved.extend({
  id: z.int(),
  name: z.string(),
  /** Who is inside and was let in here last. */
  inside: z.int(),
  capacity: z.int().nullable(),
  /** The last sixty minutes, oldest first, the last one under way; from `firstMinute` on. */
  perMinute: z.object({ arrived: minutes, left: minutes, refused: minutes }),
  /** Devices whose shift lasts, and the last sign of life of any of them. */
  devices: z.int(),
  lastSeenAt: instantResponse.nullable(),
})

export type GateTonight = z.output<typeof gateTonight>

/** The middle, and between which instants four of five such nights would have it. */
const band = z.object({ low: instantResponse, mid: instantResponse, high: instantResponse })

const forecastResponse = z.object({
  /** Null where it is as likely that it never is, or too little is known; so are the chances. */
  fullAt: band.nullable(),
  fullChance: z.number().nullable(),
  /** When 95 % of those who come have come. */
  arrivedAt: band.nullable(),
  stillToCome: z.int(),
  gates: z.array(
    z.object({
      id: z.int(),
      /** Minutes, of whoever joins the queue now; null where too little is known. */
      wait: z.int().nullable(),
      level: z.enum(['free', 'short', 'long']),
      /** When nobody waits any more. */
      servedAt: band.nullable(),
      /** One more lane would end the queue much earlier. */
      openLane: z.boolean(),
    }),
  ),
})

/** All that the board of the night shows, as of one moment. */
export const nightSnapshot = z.object({
  at: instantResponse,
  /** The noon with which the night began. */
  from: instantResponse,
  firstMinute: instantResponse,
  opensAt: instantResponse.nullable(),
  closesAt: instantResponse.nullable(),
  capacity: z.int().nullable(),
  inside: z.int(),
  /** Live guests with a ticket, and those of them who have neither come tonight nor are inside. */
  sold: z.int(),
  expected: z.int(),
  tonight: moved,
  gates: z.array(gateTonight),
  /** What was done at no gate, or at one that was deleted; null when nothing was. */
  elsewhere: moved.extend({ inside: z.int() }).nullable(),
  /** Refusals of tonight, the most frequent first; and the last ten of them. */
  reasons: z.array(z.object({ verdict: z.enum(VERDICTS), count: z.int() })),
  refusals: z.array(toldResponse.extend({ verdict: z.enum(VERDICTS), guest: person.nullable() })),
  admissions: z.array(
    toldResponse.extend({
      decided: z.enum(HOW),
      guest: person,
    }),
  ),
  /** What waits for somebody's word. */
  doubles: z.object({
    waiting: z.int(),
    newest: z.object({ guest: person, foundAt: instantResponse }).nullable(),
  }),
  objections: z.int(),
  /** What is not as it should be with the devices, as the gates' board tells it. */
  troubles: z.array(
    z.object({ device: z.string(), gate: z.string(), what: z.string(), remedy: z.string() }),
  ),
  mails: z.object({ waiting: z.int(), failed: z.int() }),
  /** Made anew every few seconds; null before the first. */
  forecast: forecastResponse.nullable(),
})

export type NightSnapshot = z.output<typeof nightSnapshot>
