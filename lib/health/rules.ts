import type { HealthReport } from './schema'

/** Health of a part. `attention`: check it today; `problem`: act now. */
export type Health = 'ok' | 'attention' | 'problem'

export type Part = 'database' | 'mails' | 'gate' | 'failures' | 'load'

// Age of the oldest queued mail from which it needs attention, or is a problem.
const MAIL_ATTENTION_S = 120
const MAIL_PROBLEM_S = 600

/** Failures per hour that are a problem. A single one may come from an unusual request. */
const FAILURES_PROBLEM = 10

// Thresholds of the event loop's load, from 0 to 1: responses start to wait, and responses are
// noticeably slow.
const LOAD_ATTENTION = 0.7
const LOAD_PROBLEM = 0.9

/** Returns the health of each part. The limits equal those of deploy/alerts.yml where it has the same metric. */
export function assessHealth({
  database,
  mails,
  gate,
  failures,
  load,
}: HealthReport): Record<Part, Health> {
  return {
    database: database === 'ok' ? 'ok' : database === 'slow' ? 'attention' : 'problem',
    mails: worst(
      grade(mails?.oldest ?? 0, MAIL_ATTENTION_S, MAIL_PROBLEM_S),
      grade(mails?.failed ?? 0, 1, Number.POSITIVE_INFINITY),
    ),
    gate: worst(
      grade(gate?.silent ?? 0, 1, Number.POSITIVE_INFINITY),
      grade(gate?.doubles ?? 0, 1, Number.POSITIVE_INFINITY),
    ),
    failures: grade(failures.lastHour, 1, FAILURES_PROBLEM),
    load: worst(
      grade(load.busy, LOAD_ATTENTION, LOAD_PROBLEM),
      grade(load.waiting, 1, Number.POSITIVE_INFINITY),
    ),
  }
}

const grade = (value: number, attention: number, problem: number): Health =>
  value >= problem ? 'problem' : value >= attention ? 'attention' : 'ok'

const ORDER: Health[] = ['ok', 'attention', 'problem']

export const worst = (...all: Health[]): Health =>
  all.reduce(
    (worse, health) => (ORDER.indexOf(health) > ORDER.indexOf(worse) ? health : worse),
    'ok',
  )
