import { readdirSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { readMessage } from '@/components/public/game/game-frame'
import { storedEntry, storedPlayer, storedScore } from '@/components/public/game/game-storage'
import { useSubmission } from '@/components/public/game/scores'
import { verifyRound } from '@/lib/leaderboard/rounds'
import {
  cleanName,
  emailProblem,
  formatPoints,
  MAX_NAME_LENGTH,
  MAX_PRESSES,
  nameProblem,
} from '@/lib/leaderboard/rules'
import { angleOf, cosine, sine } from '@/public/game/rules.js'
import { CUE, createWorld, press, step } from '@/public/game/world.js'
import { playRound } from '../support/game'
import fc from '../support/property'

describe('a game round', () => {
  // Rule 12.15: a score counts when a replay of the inputs reaches the same score.
  it('has the same score and duration when replayed, for any seed and player', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 0xffffffff }),
        fc.integer(),
        async (seed, player) => {
          const { presses, world } = playRound(seed, player)
          const again = await verifyRound(seed, presses)
          expect(again).toEqual({ score: world.score, durationMs: (world.steps * 1000) / 120 })
        },
      ),
      { numRuns: 40 },
    )
  })

  it('of the old rules without the easy start is accepted only with its exact score', async () => {
    const { presses, world } = playRound(4242, 0, Number.POSITIVE_INFINITY, false)
    expect(await verifyRound(4242, presses, world.score)).toMatchObject({ score: world.score })
    expect((await verifyRound(4242, presses))?.score).not.toBe(world.score)
    expect((await verifyRound(4242, presses, world.score + 1))?.score).not.toBe(world.score + 1)
  })

  it('makes the first jump succeed for most presses in about the first second', () => {
    const seeds = Array.from({ length: 200 }, (_, i) => 1 + i * 104_729)
    const landed = (isGentle: boolean) =>
      seeds.filter((seed, i) => {
        const world = createWorld(seed, isGentle)
        for (let at = 0; at < 30 + (i % 120); at++) step(world)
        press(world)
        for (let at = 0; at < 150; at++) step(world)
        return world.best > 0
      }).length
    expect(landed(true)).toBeGreaterThan(landed(false) * 1.3)
    expect(landed(true)).toBeGreaterThan(100)
  })

  it('forgives three falls at its beginning, and none later', () => {
    const world = createWorld(11)
    let falls = 0
    while (!world.over && world.time < 60) {
      // Jumps off sideways, where there is no record to land on, and never uses the second jump.
      if (world.on && Math.abs(sine(world.angle)) < 0.1) press(world)
      step(world)
      for (let i = 0; i < world.cueCount; i++) if (world.cues[i] === CUE.saved) falls++
      world.cueCount = 0
    }
    expect([falls, world.over]).toEqual([3, true])
    const later = createWorld(11)
    later.best = 4
    press(later)
    later.vx = 0
    later.y = -200
    step(later)
    expect(later.on).toBeNull()
  })

  it('reaches more than 5000 points in at least half of the simulated games', () => {
    const scores = Array.from({ length: 12 }, (_, i) => playRound(1 + i * 7919).world.score)
    expect(scores.sort((a, b) => a - b).at(6)).toBeGreaterThan(5000)
  })

  it('is invalid or has another score with another seed or other presses', async () => {
    const { presses, world } = playRound(4242)
    const others = [
      await verifyRound(4243, presses),
      await verifyRound(
        4242,
        presses.map((at) => at + 2),
      ),
      await verifyRound(4242, presses.slice(0, -4)),
      await verifyRound(4242, presses.toReversed()),
      await verifyRound(4242, [...presses, (presses.at(-1) ?? 0) + 200_000]),
    ]
    for (const other of others) expect(other?.score).not.toBe(world.score)
  })

  it('ends within 30 s without presses, and is invalid with a press at every step', async () => {
    const idle = await verifyRound(5, [])
    expect(idle?.score).toBeLessThan(100)
    expect(idle?.durationMs).toBeLessThan(30_000)
    const allSteps = Array.from({ length: MAX_PRESSES }, (_, i) => i)
    expect(await verifyRound(5, allSteps)).toBeNull()
  })

  it('ends after 600 s at the latest', () => {
    const world = createWorld(7)
    // Keeps the dawn far below the player, so that only the time limit ends the round.
    while (!world.over) {
      world.dawn = -1e9
      step(world)
    }
    expect(world.steps).toBe(600 * 120)
    expect(press(world)).toBe(false)
  })
})

it('the game’s sine, cosine and angle functions are close to those of Math', () => {
  fc.assert(
    fc.property(fc.double({ min: -5000, max: 5000, noNaN: true }), (angle) => {
      expect(sine(angle)).toBeCloseTo(Math.sin(angle), 6)
      expect(cosine(angle)).toBeCloseTo(Math.cos(angle), 6)
    }),
  )
  const side = fc.double({ min: -400, max: 400, noNaN: true })
  fc.assert(
    fc.property(side, side, (y, x) => {
      fc.pre(Math.abs(x) + Math.abs(y) > 1e-9)
      const difference = Math.abs(angleOf(y, x) - Math.atan2(y, x))
      expect(Math.min(difference, Math.abs(difference - 2 * Math.PI))).toBeLessThan(2e-6)
    }),
  )
})

it('the page of the game preloads every module that the game imports', () => {
  const read = (name: string) => readFileSync(`public/game/${name}`, 'utf8')
  const imported = readdirSync('public/game')
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      [...read(name).matchAll(/ from '\.\/([\w-]+\.js)'/g)].map(([, file]) => file),
    )
  const links = read('index.html').matchAll(/<link rel="modulepreload" href="([^"]+)"/g)
  expect([...links].map(([, file]) => file)).toEqual([...new Set(imported)].sort())
})

describe('a nickname', () => {
  it.each([
    ['  Meda \n ', 'Meda'],
    ['a\u0000b\u202ec\u200b', 'abc'],
    ['dva   puta', 'dva puta'],
    [`z${'\u0301'.repeat(40)}`, 'ź\u0301\u0301'],
    ['<b>Mića</b>', '<b>Mića</b>'],
  ])('%j is stored as %j', (typed, stored) => expect(cleanName(typed)).toBe(stored))

  it.each(['', ' ', '\u200b\u200b', '\u3164', '\u2800', '\u0301'])('%j is empty', (typed) => {
    expect(nameProblem(cleanName(typed))).toBe('Upiši nadimak')
  })

  it('has 24 characters at most, however many bytes they take', () => {
    expect(nameProblem('🎉'.repeat(MAX_NAME_LENGTH))).toBeNull()
    expect(nameProblem('č'.repeat(MAX_NAME_LENGTH + 1))).toMatch(/najviše 24 znaka/)
  })
})

it.each(['a@b.hr', 'ime.prezime+igra@mail.example.com'])(
  '%s is a valid e-mail address',
  (address) => {
    expect(emailProblem(address)).toBeNull()
  },
)
it.each(['', 'a', 'a@b', 'a b@c.hr', '@c.hr', 'a@.hr', `${'a'.repeat(70)}@c.hr`])(
  '%j is not a valid e-mail address',
  (address) => {
    expect(emailProblem(address)).toBe('Upiši ispravnu e-mail adresu')
  },
)

it('points are written with dots between the thousands', () => {
  expect([0, 950, 1000, 1234567].map(formatPoints)).toEqual(['0', '950', '1.000', '1.234.567'])
})

describe('a message from the game frame', () => {
  const score = { type: 'igrica:score', score: 10, presses: [3, 90] }

  it('is read if its type is known, without additional fields', () => {
    expect(readMessage({ ...score, more: 'x' })).toEqual(score)
    expect(readMessage({ type: 'igrica:score', score: 10 })).toEqual({
      ...score,
      presses: undefined,
    })
    expect(readMessage({ type: 'igrica:start', x: 1 })).toEqual({ type: 'igrica:start' })
    expect(readMessage({ type: 'igrica:start', seed: 7 })).toEqual({
      type: 'igrica:start',
      seed: 7,
    })
    expect(readMessage({ type: 'igrica:ready' })).toEqual({ type: 'igrica:ready' })
  })

  it.each([
    null,
    'igrica:start',
    { type: 'start' },
    { ...score, score: -1 },
    { ...score, score: 1.5 },
    { ...score, score: '10' },
    { ...score, presses: [Number.NaN] },
    { ...score, presses: '3' },
    { type: 'igrica:score' },
  ])('is ignored if it is invalid: %j', (data) => expect(readMessage(data)).toBeNull())
})

// Rule 12.14: a score is stored under the e-mail address of the player who made it.
it.each([
  ['stores', Response.json({ id: 1, name: 'Meda', score: 900, rank: 1 }, { status: 201 })],
  ['rejects', Response.json({ detail: 'Ne može.', fields: {} }, { status: 400 })],
  ['cannot store', Response.json({ detail: 'Ne može.', fields: {} }, { status: 503 })],
])(
  'no data of a removed player remains if the server %s the score afterwards',
  async (_, response) => {
    const onOutcome = vi.fn()
    const options = { onSaved: () => {}, onPlayerRefused: () => {}, onOutcome }
    const submission: ReturnType<typeof useSubmission>[] = []
    renderToStaticMarkup(
      createElement(() => {
        submission.push(useSubmission(options))
        return null
      }),
    )
    const [{ send, removePlayer }] = submission as [ReturnType<typeof useSubmission>]
    storedPlayer.set({ name: 'Meda', email: 'meda@primjer.hr' })
    storedScore.set({ score: 900 })
    vi.stubGlobal('fetch', async () => response)
    const sending = send()
    removePlayer()
    await sending
    vi.unstubAllGlobals()
    expect([storedPlayer.get(), storedScore.get(), storedEntry.get()]).toEqual([null, null, null])
    expect(onOutcome).not.toHaveBeenCalled()
  },
)
