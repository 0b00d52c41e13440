import type { HealthReport } from './schema'

/** `attention`: somebody should look today; `problem`: now. */
export type Health = 'ok' | 'attention' | 'problem'

export type Part = 'database' | 'mails' | 'gate' | 'failures' | 'load'

/** Seconds that a single mail may wait, and from when on somebody should look at once. */
const MAIL_LATE = 120
const MAIL_STUCK = 600

/** Of an hour: one may be anybody's odd request, and ten are no accident. */
const FAILURES_MANY = 10

/** Parts of the time in which there was work: from when on answers begin to wait for one another. */
const BUSY = 0.7
const OVERLOADED = 0.9

/** How each part does; the same bounds as the alerts of deploy/alerts.yml, where both know a figure. */
export function healthOf({
  database,
  mails,
  gate,
  failures,
  load,
}: HealthReport): Record<Part, Health> {
  return {
    database: database === 'ok' ? 'ok' : database === 'slow' ? 'attention' : 'problem',
    mails: worst(
      of(mails?.oldest ?? 0, MAIL_LATE, MAIL_STUCK),
      of(mails?.failed ?? 0, 1, Number.POSITIVE_INFINITY),
    ),
    gate: worst(
      of(gate?.silent ?? 0, 1, Number.POSITIVE_INFINITY),
      of(gate?.doubles ?? 0, 1, Number.POSITIVE_INFINITY),
    ),
    failures: of(failures.lastHour, 1, FAILURES_MANY),
    load: worst(of(load.busy, BUSY, OVERLOADED), of(load.waiting, 1, Number.POSITIVE_INFINITY)),
  }
}

const of = (value: number, attention: number, problem: number): Health =>
  value >= problem ? 'problem' : value >= attention ? 'attention' : 'ok'

const ORDER: Health[] = ['ok', 'attention', 'problem']

export const worst = (...all: Health[]): Health =>
  all.reduce((worse, one) => (ORDER.indexOf(one) > ORDER.indexOf(worse) ? one : worse), 'ok')
