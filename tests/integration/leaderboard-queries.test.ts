import { beforeEach, describe, expect, it } from 'vitest'
import { type Db, getDb, getSql } from '@/db/pool'
import {
  deleteLeaderboardEntry,
  getLeaderboardEntryByEmail,
  LEADERBOARD_FIELDS,
  listLeaderboard,
  PUBLIC_LEADERBOARD_FIELDS,
  submitScore,
  updateLeaderboardEntry,
} from '@/db/queries/leaderboard'
import { listOf, runConcurrently, runDuringTransaction } from '../support/programme'

const db = getDb()
const email = 'igrac@primjer.hr'

beforeEach(async () => {
  await getSql()`delete from leaderboard_entries`
})

const play = (name: string, score: number, player = email, verified = true) =>
  submitScore(db, { name, score, email: player, verified })
const top = async (n: number) =>
  (await listLeaderboard(db, listOf({ limit: n }))).rows.map(({ name, score }) => [name, score])

describe('a score', () => {
  // Rule 12.14: a first score of an e-mail is stored.
  it('that is the first of an e-mail is stored', async () => {
    const entry = await play('Meda', 40, 'Igrac@Primjer.hr')
    expect(entry).toMatchObject({ name: 'Meda', email, score: 40 })
    expect(await getLeaderboardEntryByEmail(db, 'IGRAC@primjer.hr')).toEqual(entry)
    expect(await getLeaderboardEntryByEmail(db, 'nitko@primjer.hr')).toBeNull()
  })

  // Rule 12.14: a better score replaces the older one.
  it('that is better replaces the entry', async () => {
    const first = await play('Meda', 40)
    const better = await play('Meda II', 41)
    expect(better).toMatchObject({ name: 'Meda II', score: 41 })
    expect(better.id).toBeGreaterThan(first.id)
    expect(await top(9)).toEqual([['Meda II', 41]])
  })

  // Rule 12.14: a lower score only changes the nickname.
  it('that is equal or lower changes the nickname alone', async () => {
    const first = await play('Meda', 40)
    expect(await play('Vuk', 40)).toEqual({ ...first, name: 'Vuk' })
    expect(await play('Lija', 3)).toEqual({ ...first, name: 'Lija' })
  })

  it('that is not verified is stored next to the verified score, and neither changes the other', async () => {
    const played = await play('Meda', 40)
    const unverified = await play('Zločko', 9000, email, false)
    expect(await play('Zločko II', 9001, email, false)).not.toEqual(unverified)
    expect(await getLeaderboardEntryByEmail(db, email)).toEqual(played)
    expect(await play('Meda', 39)).toEqual(played)
    const shown = await listLeaderboard(db, { ...listOf({}), verified: true })
    expect(shown).toEqual({ rows: [played], total: 1 })
  })

  it('that is the best of 50 sent at once is stored, as a first entry and over an older entry', async () => {
    const shuffled = Array.from({ length: 50 }, (_, i) => ((i * 37) % 50) + 1)
    await runConcurrently(50, (i) => play(`Meda ${i}`, shuffled[i] as number))
    expect((await top(9)).map(([, score]) => score)).toEqual([50])
    await runConcurrently(50, (i) => play(`Vuk ${i}`, 60 + (shuffled[i] as number)))
    expect((await top(9)).map(([, score]) => score)).toEqual([110])
  })
})

describe('two concurrent scores of one player', () => {
  it('leave the better score, whichever is stored first', async () => {
    const second = (score: number) => () => play('Vuk', score)
    const first = (score: number) => (tx: Db) =>
      submitScore(tx, { name: 'Meda', score, email, verified: true })
    expect(await runDuringTransaction(first(10), second(20))).toMatchObject({
      name: 'Vuk',
      score: 20,
    })
    expect(await runDuringTransaction(first(30), second(25))).toMatchObject({
      name: 'Vuk',
      score: 30,
    })
    expect(await runDuringTransaction(first(40), second(50))).toMatchObject({
      name: 'Vuk',
      score: 50,
    })
    expect(await top(9)).toEqual([['Vuk', 50]])
  })
})

describe('the leaderboard', () => {
  it('shows the best n entries, and of equal scores the score that was reached earlier', async () => {
    await play('Prva', 10, 'a@primjer.hr')
    await play('Druga', 20, 'b@primjer.hr')
    await play('Treća', 30, 'c@primjer.hr')
    // This entry was created before the other, but reaches 20 points after it.
    await play('Prva', 20, 'a@primjer.hr')
    expect(await top(2)).toEqual([
      ['Treća', 30],
      ['Druga', 20],
    ])
    expect((await top(3))[2]).toEqual(['Prva', 20])
    const { total } = await listLeaderboard(db, listOf({ limit: 1 }))
    expect(total).toBe(3)
  })

  it('is searched by nickname, and by e-mail only outside the public leaderboard', async () => {
    await play('Žućko', 10)
    const find = async (search: string, field: string) =>
      (await listLeaderboard(db, listOf({ search, searchFields: [field] }))).total
    expect(await find('zucko', 'name')).toBe(1)
    expect(await find(email, 'email')).toBe(1)
    expect(await find('igrac', 'email')).toBe(0)
    expect(LEADERBOARD_FIELDS.search).toContain('email')
    expect(PUBLIC_LEADERBOARD_FIELDS.search).toEqual(['name'])
    expect(PUBLIC_LEADERBOARD_FIELDS.order).not.toContain('email')
  })

  it('lets an admin rename and delete an entry', async () => {
    const { id } = await play('Ružna riječ', 10)
    expect(await updateLeaderboardEntry(db, id, { name: 'Meda' })).toMatchObject({
      name: 'Meda',
      score: 10,
    })
    expect(await deleteLeaderboardEntry(db, id)).toMatchObject({ name: 'Meda' })
    expect(await deleteLeaderboardEntry(db, id)).toBeNull()
    expect(await updateLeaderboardEntry(db, id, { name: 'Vuk' })).toBeNull()
  })
})
