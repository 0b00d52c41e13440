import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/client'
import { check } from '@/lib/http/request'
import { findLeaderboard } from '@/lib/leaderboard/lists'
import { startRound } from '@/lib/leaderboard/proof'
import { ROUND_LIFETIME } from '@/lib/leaderboard/rules'
import { newScoreBody } from '@/lib/leaderboard/schema'
import { deleteEntry, renameEntry, submitScore } from '@/lib/leaderboard/service'
import { staff } from '../support/factories'
import { atOnce } from '../support/programme'

const email = 'meda@primjer.hr'
const MINUTE = 60_000

beforeEach(async () => {
  await getSql()`truncate leaderboard_entries, played_rounds, rate_limits`
})

const tokenOf = async (ago = MINUTE) => (await startRound(new Date(Date.now() - ago))).token

/** A round of half a minute that was begun a minute ago, as a program sends it in. */
async function body(given: Record<string, unknown> = {}, proof: Record<string, unknown> = {}) {
  const token = await tokenOf()
  const round = { token, durationMs: 30_000, events: 40, ...proof }
  return { name: 'Meda', email, score: 1000, proof: round, ...given }
}

const send = async (of: ReturnType<typeof body>) => submitScore(check(newScoreBody, await of))
const rows = () => getSql()`select name, email, score from leaderboard_entries order by score desc`

describe('a score that was played', () => {
  it('is stored by the rule: better replaces, worse renames', async () => {
    const first = await send(body({ score: 1000 }))
    expect(first).toMatchObject({ name: 'Meda', score: 1000, rank: 1 })
    const better = await send(body({ name: ' Meda  II ', score: 1500, email: ' MEDA@primjer.hr ' }))
    expect(better.id).not.toBe(first.id)
    const worse = await send(body({ name: 'Vuk', score: 20 }))
    expect(worse).toEqual({ id: better.id, name: 'Vuk', score: 1500, rank: 1 })
    expect(await rows()).toEqual([{ name: 'Vuk', email, score: 1500 }])
    expect(await send(body({ email: 'lija@primjer.hr', score: 1400 }))).toMatchObject({ rank: 2 })
  })

  it('is the best of fifty that one player sends at once', async () => {
    const all = await atOnce(50, (i) => send(body({ score: 100 + ((i * 37) % 50) })))
    expect(await rows()).toEqual([{ name: 'Meda', email, score: 149 }])
    expect(Math.max(...all.map(({ score }) => score))).toBe(149)
  })

  it('counts once, however often and from wherever it is sent', async () => {
    const once = await body({ score: 700 })
    const answers = await atOnce(8, () => send(Promise.resolve(once)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await rows()).toHaveLength(1)
    const again = (change: object) => send(Promise.resolve({ ...once, ...change }))
    const used = { status: 409, code: 'round_used' }
    await expect(again({ score: 701 })).rejects.toMatchObject(used)
    await expect(again({ email: 'lija@primjer.hr' })).rejects.toMatchObject(used)
    expect(await rows()).toEqual([{ name: 'Meda', email, score: 700 }])
  })

  it('leaves no trace of a round once its token has expired', async () => {
    await getSql()`insert into played_rounds values (${randomUUID()}, 'x', now() - interval '1 s')`
    await send(body())
    expect(await getSql()`select from played_rounds where expires_at < now()`).toHaveLength(0)
    const kept = JSON.stringify(await getSql()`select * from played_rounds`)
    expect(kept).not.toContain('meda')
  })
})

describe('a score that was not played is refused', () => {
  const forged = (claims: object, secret = 'somebody else has made this one up') =>
    new SignJWT({ at: Date.now() - MINUTE, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setJti(randomUUID())
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret))
  const ours = () => process.env.AUTH_SECRET as string

  it.each([
    ['no proof', async () => body({ proof: undefined }), /potvrdu odigrane igre/],
    ['no token', async () => body({}, { token: '' }), /Potvrda/],
    ['a made-up token', async () => body({}, { token: 'x.y.z' }), /Potvrda/],
    [
      'a forged token',
      async () => body({}, { token: await forged({ aud: 'game-round' }) }),
      /Potvrda/,
    ],
    [
      'a token for something else',
      async () => body({}, { token: await forged({ use: 'access' }, ours()) }),
      /Potvrda/,
    ],
    [
      'an expired token',
      async () => body({}, { token: await tokenOf((ROUND_LIFETIME + 60) * 1000) }),
      /Potvrda/,
    ],
    ['more time than has passed', async () => body({}, { durationMs: 65_000 }), /trajati/],
    ['more points than the events allow', async () => body({ score: 50_000 }), /Takav rezultat/],
    ['more events than the time allows', async () => body({}, { events: 500 }), /Takav rezultat/],
    ['a score of 10^12', async () => body({ score: 1e12 }), /Takav rezultat/],
    ['a negative score', async () => body({ score: -1 }), /Takav rezultat/],
    ['half a point', async () => body({ score: 10.5 }), /Takav rezultat/],
    ['a score in words', async () => body({ score: '1000' }), /Takav rezultat/],
    ['no nickname', async () => body({ name: '\u200b ' }), /nadimak/],
    ['no address', async () => body({ email: 'meda' }), /e-pošte/],
  ])('with %s', async (_, make, sentence) => {
    await expect(send(make())).rejects.toMatchObject({
      status: 400,
      detail: expect.stringMatching(sentence),
    })
    expect(await rows()).toEqual([])
    expect(await getSql()`select from played_rounds`).toHaveLength(0)
  })

  it('beyond sixty a minute from one player, and no one else is held back', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 64 }, () => send(body({ email: 'zec@primjer.hr' }))),
    )
    const refused = all.filter((one) => one.status === 'rejected').map((one) => one.reason)
    expect(refused).toHaveLength(4)
    expect(refused[0]).toMatchObject({
      status: 429,
      more: { retryAfterSeconds: expect.any(Number) },
    })
    expect(await send(body({ email: 'lija@primjer.hr' }))).toMatchObject({ score: 1000 })
  })

  it('and a forged one never uses up another player’s sixty', async () => {
    const of = { email: 'kuna@primjer.hr' }
    await Promise.allSettled(Array.from({ length: 70 }, () => send(body(of, { token: 'x' }))))
    expect(await send(body(of))).toMatchObject({ score: 1000 })
  })
})

describe('the list', () => {
  it('shows nickname and score to anyone, the e-mail to admins', async () => {
    const { id } = await send(body())
    const open = await findLeaderboard({ ordering: '-score', limit: 20 }, null)
    expect(open).toEqual({ rows: [{ id, name: 'Meda', score: 1000 }], total: 1 })
    const byEmail = { search: email, search_fields: 'email' }
    await expect(findLeaderboard(byEmail, null)).rejects.toMatchObject({ code: 'unknown_field' })
    await expect(findLeaderboard(byEmail, await staff(4))).rejects.toMatchObject({ status: 400 })
    const found = await findLeaderboard(byEmail, await staff(1))
    expect(found.rows).toEqual([{ id, name: 'Meda', email, score: 1000 }])
  })

  it('is kept in order by the admin, which the record tells without the player', async () => {
    const { id } = await send(body())
    const admin = await staff(1)
    expect(await renameEntry(id, 'Vuk', admin)).toMatchObject({ id, name: 'Vuk', score: 1000 })
    await deleteEntry(id, admin)
    expect(await rows()).toEqual([])
    await expect(deleteEntry(id, admin)).rejects.toMatchObject({ status: 404 })
    await expect(renameEntry(id, 'X', admin)).rejects.toMatchObject({ status: 404 })
    const record = await getSql()`
      select action, changes from activities where entity = 'leaderboard' order by id`
    expect(record.map(({ action }) => action)).toEqual(['changed', 'deleted'])
    expect(JSON.stringify(record)).not.toMatch(/Meda|Vuk|primjer/)
  })
})
