import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Names of the tests that needed a second try: one list per complete browser run, oldest first. */
type History = string[][]

const FILE = '.test-history.json'
const REMEMBERED_RUNS = 9
const MAX_SECOND_TRIES = 3

/**
 * Returns the reasons to fail a browser run because of second tries: more than three tests needed
 * one, or a test needed one now and in one of the nine runs before.
 */
export function secondTryProblems(now: string[], before: History): string[] {
  const known = new Set(before.slice(-REMEMBERED_RUNS).flat())
  return [
    ...(now.length > MAX_SECOND_TRIES
      ? [`${now.length} browser tests needed a second try; at most ${MAX_SECOND_TRIES} may`]
      : []),
    ...now
      .filter((name) => known.has(name))
      .map((name) => `${name} needed a second try twice within ten runs`),
  ]
}

/**
 * Checks the second tries of a complete browser run against the runs before. Stores them in
 * `.test-history.json`, which git ignores.
 */
export function judgeSecondTries(now: string[]): string[] {
  const before: History = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
  writeFileSync(FILE, JSON.stringify([...before.slice(-REMEMBERED_RUNS), now]))
  return secondTryProblems(now, before)
}
