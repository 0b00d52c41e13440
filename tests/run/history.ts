import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Names of the tests that needed a second try, one list per whole browser run, oldest first. */
type History = string[][]

const FILE = '.test-history.json'
const REMEMBERED_RUNS = 9
const MAX_SECOND_TRIES = 3

/**
 * Says why second tries make a run red: more than three in it, or a test that needed one in this run
 * and in one of the nine before.
 */
export function secondTryProblems(now: string[], before: History): string[] {
  const known = new Set(before.slice(-REMEMBERED_RUNS).flat())
  return [
    ...(now.length > MAX_SECOND_TRIES
      ? [`${now.length} browser tests needed a second try; ${MAX_SECOND_TRIES} may`]
      : []),
    ...now
      .filter((name) => known.has(name))
      .map((name) => `${name} needed a second try twice within ten runs`),
  ]
}

/** Judges a whole browser run by those before it, and remembers it in a file that git ignores. */
export function judgeSecondTries(now: string[]): string[] {
  const before: History = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
  writeFileSync(FILE, JSON.stringify([...before.slice(-REMEMBERED_RUNS), now]))
  return secondTryProblems(now, before)
}
