import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { whole } from './table'

/** Results of all requests of one kind. */
export interface KindSummary {
  kind: string
  count: number
  /**
   * Number of requests by HTTP status, or by `cut off` and `no answer` if there was no response.
   */
  statuses: Record<string, number>
  /** Response times in ms, from the planned send time of a request to its last byte. */
  p50: number
  p90: number
  p99: number
  p999: number
  max: number
  /** Mean size of a response body in bytes, as transferred. */
  bytes: number
}

export interface LoadSummary {
  kinds: KindSummary[]
  /** Delay in ms between the planned and the actual send time of a request. */
  late: { p99: number; max: number }
  /** Duration in seconds, until the last response. */
  seconds: number
  /** CPU seconds of the process that sent the requests. */
  processor: number
  /** Number of connections that were opened. */
  connections: number
}

const LIMITS = { lowest: 1, highest: 600_000_000, figures: 3 }
const micro = (ms: number) => Math.min(LIMITS.highest, Math.max(1, Math.round(ms * 1000)))

/**
 * Collects response times in HDR histograms of Node.js, with three significant figures, up to ten
 * minutes.
 */
export class ResponseStats {
  private readonly kinds = new Map<
    string,
    { times: RecordableHistogram; statuses: Record<string, number>; bytes: number }
  >()
  private readonly lateness = createHistogram(LIMITS)

  /**
   * Records one request: `ms` since its planned send time, and its status or the reason why there
   * is none.
   */
  record(kind: string, status: number | string, ms: number, bytes = 0) {
    for (const name of [kind, 'all']) {
      let stats = this.kinds.get(name)
      if (!stats) {
        stats = { times: createHistogram(LIMITS), statuses: {}, bytes: 0 }
        this.kinds.set(name, stats)
      }
      stats.times.record(micro(ms))
      stats.statuses[status] = (stats.statuses[status] ?? 0) + 1
      stats.bytes += bytes
    }
  }

  /** Records by how many ms a request was sent after its planned time. */
  recordDelay(ms: number) {
    this.lateness.record(micro(ms))
  }

  summary(): Pick<LoadSummary, 'kinds' | 'late'> {
    const kinds = [...this.kinds].map(([kind, { times, statuses, bytes }]): KindSummary => {
      const at = (percentile: number) => times.percentile(percentile) / 1000
      return {
        kind,
        count: times.count,
        statuses,
        bytes: bytes / times.count,
        p50: at(50),
        p90: at(90),
        p99: at(99),
        p999: at(99.9),
        max: times.max / 1000,
      }
    })
    return {
      kinds: kinds.sort((a, b) => b.count - a.count),
      late: { p99: this.lateness.percentile(99) / 1000, max: this.lateness.max / 1000 },
    }
  }
}

/**
 * Counts the failed requests: no response, or status 400 and above. For bots and for the total of
 * all kinds the limit is 405, because bots request missing pages.
 */
export function failures({ kind, statuses }: KindSummary): number {
  const isFailure = (status: string) =>
    !/^\d+$/.test(status) || Number(status) >= (kind === 'bot' || kind === 'all' ? 405 : 400)
  return Object.entries(statuses).reduce((sum, [s, count]) => sum + (isFailure(s) ? count : 0), 0)
}

export const totalOf = ({ kinds }: Pick<LoadSummary, 'kinds'>): KindSummary =>
  kinds.find(({ kind }) => kind === 'all') ??
  ({
    kind: 'all',
    count: 0,
    statuses: {},
    p50: 0,
    p90: 0,
    p99: 0,
    p999: 0,
    max: 0,
    bytes: 0,
  } as const)

/**
 * Finds the load step at which the site saturates: the last step before the first with a p99 above
 * one second or more than 0.1 % failed requests. Null if the first step already fails.
 */
export function saturationPoint<S extends { p99: number; failed: number; count: number }>(
  steps: S[],
) {
  const broken = steps.findIndex((step) => !meetsTarget(step))
  return (broken < 0 ? steps.at(-1) : steps[broken - 1]) ?? null
}

export const meetsTarget = ({
  p99,
  failed,
  count,
}: {
  p99: number
  failed: number
  count: number
}) => p99 <= 1000 && failed <= count / 1000

const time = (ms: number) => (ms < 100 ? ms.toFixed(1) : whole(ms))

export const kindRows = ({ kinds }: LoadSummary): string[][] => [
  [
    '',
    'requests',
    'failed',
    'p50 ms',
    'p90 ms',
    'p99 ms',
    'p99.9 ms',
    'max ms',
    'bytes',
    'responses',
  ],
  ...kinds.map((kind) => [
    kind.kind,
    whole(kind.count),
    whole(failures(kind)),
    ...[kind.p50, kind.p90, kind.p99, kind.p999, kind.max].map(time),
    whole(kind.bytes),
    Object.entries(kind.statuses)
      .map(([status, count]) => `${status}: ${whole(count)}`)
      .join(', '),
  ]),
]

/** Formats rows as a Markdown table for the docs; the first row is the heading. */
export const markdown = (rows: string[][]) =>
  rows
    .flatMap((row, i) => [row, ...(i === 0 ? [row.map(() => '---')] : [])])
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/** Maximum utilization of a CPU; with a higher one, responses become slow. */
const MAX_UTILIZATION = 0.7

/**
 * Computes how many visitors one core, one machine and several machines can serve, a second and in
 * five minutes. The arguments are the CPU ms per visitor; each CPU is at most 70 % busy.
 */
export function capacityRows(front: number, database: number): string[][] {
  const row = (name: string, perSecond: number) => [name, whole(perSecond), whole(perSecond * 300)]
  const visitorsPerSecond = (cores: number, ms: number) => (cores * MAX_UTILIZATION * 1000) / ms
  const onMachines = (machines: number) =>
    Math.min(visitorsPerSecond(4 * machines, front), visitorsPerSecond(16, database))
  return [
    ['', 'visitors/s', 'in five minutes'],
    row('everything on one core', visitorsPerSecond(1, front + database)),
    row('everything on one machine with 2 cores', visitorsPerSecond(2, front + database)),
    row('everything on one machine with 8 cores', visitorsPerSecond(8, front + database)),
    ...[2, 4, 16, 64].map((n) =>
      row(`${n} machines with 4 cores, database with 16`, onMachines(n)),
    ),
    row('only the database, with 16 cores', visitorsPerSecond(16, database)),
  ]
}

/** Computes how many cores ten million visitors need, by the time within which they arrive. */
export const tenMillionRows = (front: number, database: number): string[][] => [
  ['ten million visitors', 'visitors/s', 'cores of instances and nginx', 'cores of PostgreSQL'],
  ...[
    ['in a day, a tenth in the busiest hour', 1e6 / 3600] as const,
    ['in an hour', 1e7 / 3600] as const,
    ['in five minutes', 1e7 / 300] as const,
  ].map(([name, perSecond]) => [
    name,
    whole(perSecond),
    ...[front, database].map((ms) => whole(Math.ceil((perSecond * ms) / 1000 / MAX_UTILIZATION))),
  ]),
]
