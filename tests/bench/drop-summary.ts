import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { whole } from './table'

/** What became of the requests of one kind. */
export interface KindSummary {
  kind: string
  count: number
  /** By status; `cut off` and `no answer` where there was none. */
  statuses: Record<string, number>
  /** Milliseconds from the moment for which a request was meant to its last byte. */
  p50: number
  p90: number
  p99: number
  p999: number
  max: number
  /** Mean bytes of a body, as sent. */
  bytes: number
}

export interface LoadSummary {
  kinds: KindSummary[]
  /** Milliseconds by which the load itself was behind its plan when it sent. */
  late: { p99: number; max: number }
  /** Until the last answer. */
  seconds: number
  /** Processor seconds of whoever made the load. */
  processor: number
  /** Connections that were opened. */
  connections: number
}

const LIMITS = { lowest: 1, highest: 600_000_000, figures: 3 }
const micro = (ms: number) => Math.min(LIMITS.highest, Math.max(1, Math.round(ms * 1000)))

/** Histograms as HDR has them (Node.js brings one), three figures exact, up to ten minutes. */
export class Ledger {
  private readonly kinds = new Map<
    string,
    { times: RecordableHistogram; statuses: Record<string, number>; bytes: number }
  >()
  private readonly lateness = createHistogram(LIMITS)

  /** Milliseconds since the moment for which it was meant; a status, or what was in its place. */
  note(kind: string, status: number | string, ms: number, bytes = 0) {
    for (const name of [kind, 'all']) {
      let noted = this.kinds.get(name)
      if (!noted) {
        noted = { times: createHistogram(LIMITS), statuses: {}, bytes: 0 }
        this.kinds.set(name, noted)
      }
      noted.times.record(micro(ms))
      noted.statuses[status] = (noted.statuses[status] ?? 0) + 1
      noted.bytes += bytes
    }
  }

  /** Milliseconds by which one went out after its moment. */
  late(ms: number) {
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

/** Answers that a visitor would call a failure. A bot is meant to find nothing at some addresses. */
export function failures({ kind, statuses }: KindSummary): number {
  const fails = (status: string) =>
    !/^\d+$/.test(status) || Number(status) >= (kind === 'bot' || kind === 'all' ? 405 : 400)
  return Object.entries(statuses).reduce((sum, [s, count]) => sum + (fails(s) ? count : 0), 0)
}

export const ofAll = ({ kinds }: Pick<LoadSummary, 'kinds'>): KindSummary =>
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
 * Where the curve bends: the last step before the first at which one of a hundred waited more than
 * a second or one of a thousand failed. Null while not even the first held.
 */
export function saturationPoint<S extends { p99: number; failed: number; count: number }>(
  steps: S[],
) {
  const broken = steps.findIndex((step) => !holds(step))
  return (broken < 0 ? steps.at(-1) : steps[broken - 1]) ?? null
}

export const holds = ({ p99, failed, count }: { p99: number; failed: number; count: number }) =>
  p99 <= 1000 && failed <= count / 1000

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
    'answers',
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

/** The same rows as a table of the documents. */
export const markdown = (rows: string[][]) =>
  rows
    .flatMap((row, i) => [row, ...(i === 0 ? [row.map(() => '---')] : [])])
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/** A processor that is busier than this for long answers late. */
const BUSY = 0.7

/**
 * What so many processor ms a visitor mean: visitors a second, and within five minutes, that one core,
 * a machine and several hold, each processor busy for seven tenths of its time.
 */
export function holdRows(front: number, database: number): string[][] {
  const row = (name: string, perSecond: number) => [name, whole(perSecond), whole(perSecond * 300)]
  const by = (cores: number, ms: number) => (cores * BUSY * 1000) / ms
  const apart = (machines: number) => Math.min(by(4 * machines, front), by(16, database))
  return [
    ['', 'visitors/s', 'in five minutes'],
    row('one core, all of it', by(1, front + database)),
    row('one machine of 2 cores, all of it', by(2, front + database)),
    row('one machine of 8 cores, all of it', by(8, front + database)),
    ...[2, 4, 16, 64].map((n) => row(`${n} of 4 cores, and a database of 16`, apart(n))),
    row('the database of 16 cores by itself', by(16, database)),
  ]
}

/** Cores that ten million visitors take, by the time within which they come. */
export const tenMillionRows = (front: number, database: number): string[][] => [
  ['ten million', 'visitors/s', 'cores of instances and nginx', 'cores of PostgreSQL'],
  ...[
    ['in a day, a tenth of them in its busiest hour', 1e6 / 3600] as const,
    ['in an hour', 1e7 / 3600] as const,
    ['in five minutes', 1e7 / 300] as const,
  ].map(([name, perSecond]) => [
    name,
    whole(perSecond),
    ...[front, database].map((ms) => whole(Math.ceil((perSecond * ms) / 1000 / BUSY))),
  ]),
]
