import { z } from 'zod'
import { LEADERBOARD_MESSAGES } from './messages'
import { cleanName, emailProblem, GAME_RULES, MOST_SCORE, nameProblem } from './rules'

// What is wrong with a name or an address is worded in rules.ts, which the form uses too:
// there it travels to every player's phone, and this library would weigh more than the game.

const sentence =
  (problem: (text: string) => string | null) =>
  (context: z.core.ParsePayload<string>): void => {
    const message = problem(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  }

const name = z
  .string('Upiši nadimak')
  .max(200, 'Nadimak je predugačak')
  .transform(cleanName)
  .check(sentence(nameProblem))

const email = z
  .string('Upiši ispravnu adresu e-pošte')
  .trim()
  .toLowerCase()
  .max(200, 'Adresa e-pošte je predugačka')
  .check(sentence(emailProblem))

const { impossible, noProof, badProof } = LEADERBOARD_MESSAGES
const count = (most: number, message: string) => z.int(message).min(0, message).max(most, message)

/** How a round proves that it was played: its start token, and what the game says of it. */
const proof = z.object(
  {
    token: z.string(badProof).min(1, badProof).max(1000, badProof),
    durationMs: count((GAME_RULES.roundSeconds + 1) * 1000, impossible),
    events: count(MOST_SCORE, impossible),
  },
  noProof,
)

export const newScoreBody = z.object(
  { name, email, score: count(MOST_SCORE, impossible), proof },
  'Neispravan unos',
)

export type NewScore = z.output<typeof newScoreBody>

export const renameBody = z.object({ name }, 'Upiši nadimak')

export const startAnswer = z.object({
  /** To be sent with the score of the round that begins now; good for one. */
  token: z.string(),
  expiresAt: z.iso.datetime(),
})

/** An entry as anyone sees it; the e-mail is there for admins only. */
export const leaderboardAnswer = z.object({
  id: z.int(),
  name: z.string(),
  score: z.int(),
  email: z.string().optional(),
})

export type LeaderboardEntry = z.infer<typeof leaderboardAnswer>

/** The player's own entry after a score, with its place. */
export const placedAnswer = z.object({
  id: z.int(),
  name: z.string(),
  score: z.int(),
  rank: z.int(),
})

export type PlacedEntry = z.infer<typeof placedAnswer>
