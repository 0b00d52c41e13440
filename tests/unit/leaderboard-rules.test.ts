import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { readMessage } from '@/components/public/game/messages'
import {
  cleanName,
  emailProblem,
  formatPoints,
  GAME_RULES,
  isPossibleRound,
  LONGEST_NAME,
  MOST_SCORE,
  mostPoints,
  nameProblem,
} from '@/lib/leaderboard/rules'

interface World {
  over: boolean
  score: number
  events: number
  time: number
  on: object | null
  rested: number
  vy: number
  cueCount: number
}

/** The game as browsers load it; it is no part of the TypeScript programme. */
const load = (file: string) => import(pathToFileURL(`public/game/${file}`).href)
let rules: Record<string, number>
let game: {
  createWorld: (seed: number) => World
  step: (world: World) => void
  press: (world: World) => void
  landsHigher: (world: World) => boolean
}
beforeAll(async () => {
  rules = (await load('rules.js')).RULES
  game = { ...(await load('world.js')), ...(await load('aim.js')) }
})

/** Plays a round to its end: leaps whenever it pays, and saves itself when it falls. */
function play(seed: number): World {
  const world = game.createWorld(seed)
  while (!world.over) {
    game.step(world)
    world.cueCount = 0
    if (world.on ? world.rested > 0.1 && game.landsHigher(world) : world.vy < -900)
      game.press(world)
  }
  return world
}

describe('the game and the server', () => {
  it('go by the same numbers', () => {
    expect(rules).toEqual(GAME_RULES)
  })

  it('agree on rounds that were played, and those can be won', () => {
    const rounds = Array.from({ length: 12 }, (_, i) => play(1 + i * 7919))
    for (const { score, events, time } of rounds)
      expect(isPossibleRound({ score, events, durationMs: Math.round(time * 1000) })).toBe(true)
    const scores = rounds.map(({ score }) => score).sort((a, b) => a - b)
    expect(scores.at(6)).toBeGreaterThan(5000)
  })

  it('end a round in which nobody presses anything', () => {
    const world = game.createWorld(5)
    while (!world.over) game.step(world)
    expect(world.score).toBeLessThan(100)
    expect(world.time).toBeLessThan(30)
  })
})

describe('a round', () => {
  const minute = { durationMs: 60_000, events: 80, score: 20_000 }

  it('is possible as long as its events can have earned the score', () => {
    expect(isPossibleRound(minute)).toBe(true)
    expect(isPossibleRound({ durationMs: 0, events: 0, score: 0 })).toBe(true)
    const most = mostPoints(60, 80)
    expect(isPossibleRound({ ...minute, score: most })).toBe(true)
    expect(isPossibleRound({ ...minute, score: most + 1 })).toBe(false)
  })

  it.each([
    ['points without events', { events: 0, score: 1 }],
    ['too many events for its time', { durationMs: 1000, events: 26 }],
    ['longer than any', { durationMs: 602_000 }],
    ['the multiplier from the start', { events: 8, score: 8 * 400 + 7 * 500 }],
  ])('is impossible with %s', (_, change) => {
    expect(isPossibleRound({ ...minute, ...change })).toBe(false)
  })

  it('counts the first eight landings at one to eight times', () => {
    expect(mostPoints(5, 1)).toBe(50 + 500)
    expect(mostPoints(5, 8)).toBe(50 * 36 + 500)
    expect(mostPoints(10, 9)).toBe(50 * 36 + 400 + 2 * 500)
    expect(MOST_SCORE).toBeLessThan(2_147_483_647)
  })
})

describe('a nickname', () => {
  it.each([
    ['  Meda \n ', 'Meda'],
    ['a\u0000b\u202ec\u200b', 'abc'],
    ['dva   puta', 'dva puta'],
    [`z${'\u0301'.repeat(40)}`, 'ź\u0301\u0301'],
    ['<b>Mića</b>', '<b>Mića</b>'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(cleanName(typed)).toBe(kept)
  })

  it.each(['', ' ', '\u200b\u200b', '\u3164', '\u2800', '\u0301'])('%j is empty', (typed) => {
    expect(nameProblem(cleanName(typed))).toBe('Upiši nadimak')
  })

  it('has 24 characters at most, however many bytes they take', () => {
    expect(nameProblem('🎉'.repeat(LONGEST_NAME))).toBeNull()
    expect(nameProblem('č'.repeat(LONGEST_NAME + 1))).toMatch(/najviše 24 znaka/)
  })
})

it.each(['a@b.hr', 'ime.prezime+igra@mail.example.com'])('%s is an address', (address) => {
  expect(emailProblem(address)).toBeNull()
})
it.each(['', 'a', 'a@b', 'a b@c.hr', '@c.hr', 'a@.hr', `${'a'.repeat(70)}@c.hr`])(
  '%j is no address',
  (address) => {
    expect(emailProblem(address)).toBe('Upiši ispravnu adresu e-pošte')
  },
)

it('points are written with dots', () => {
  expect([0, 950, 1000, 1234567].map(formatPoints)).toEqual(['0', '950', '1.000', '1.234.567'])
})

describe('what the frame posts', () => {
  const score = { type: 'igrica:score', score: 10, durationMs: 5000, events: 2 }

  it('is read when it is one of the three messages', () => {
    expect(readMessage({ ...score, more: 'x' })).toEqual(score)
    expect(readMessage({ type: 'igrica:start', x: 1 })).toEqual({ type: 'igrica:start' })
  })

  it.each([
    null,
    'igrica:start',
    { type: 'start' },
    { ...score, score: -1 },
    { ...score, score: 1.5 },
    { ...score, score: '10' },
    { ...score, events: Number.NaN },
    { type: 'igrica:score', score: 10 },
  ])('is passed over: %j', (data) => {
    expect(readMessage(data)).toBeNull()
  })
})
