import { z } from 'zod'
import { EMAIL_META, flagResponse } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import {
  cleanName,
  emailProblem,
  LONGEST_NAME,
  MOST_PRESSES,
  MOST_SCORE,
  nameProblem,
} from './rules'

export const LEADERBOARD_MESSAGES = {
  impossible: 'Takav rezultat nije moguć.',
  notPlayed: 'Ovaj rezultat nije odigran: s istim potezima igra završava drukčije.',
  badProof: 'Potvrda odigrane igre nije ispravna ili je istekla.',
  tooFast: 'Igra nije mogla trajati toliko dugo.',
  used: 'S ovom je potvrdom već upisan drugi rezultat.',
  notThere: 'Rezultat ne postoji ili je obrisan.',
}

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
  .meta({ pattern: '\\w', maxLength: LONGEST_NAME })

const email = z
  .string('Upiši ispravnu e-mail adresu')
  .trim()
  .toLowerCase()
  .max(200, 'E-mail adresa je predugačka')
  .check(sentence(emailProblem))
  .meta(EMAIL_META)

const { impossible, badProof } = LEADERBOARD_MESSAGES

/** How a round proves that it was played: its start token, and when its button was pressed. */
const proof = z.object(
  {
    token: z.string(badProof).min(1, badProof).max(1000, badProof),
    /** Steps of 1/120 s from the start of the round, in their order. */
    presses: z.array(z.int(badProof).min(0, badProof), badProof).max(MOST_PRESSES, badProof),
  },
  badProof,
)

/** Without a proof a score is stored, but on the table only of a game that cannot give one. */
export const newScoreBody = z.object(
  {
    name,
    email,
    score: z.int(impossible).min(0, impossible).max(MOST_SCORE, impossible),
    proof: proof.optional(),
  },
  'Neispravan unos',
)

export type NewScore = z.output<typeof newScoreBody>

export const renameBody = z.object({ name }, 'Upiši nadimak')

export const startResponse = z.object({
  /** To be sent with the score of the round that begins now; good for one. */
  token: z.string(),
  /** What the round is made of; another one's score is not taken. */
  seed: z.int(),
  expiresAt: z.iso.datetime(),
})

/** `verified` narrows what an admin sees; nobody else sees but what counts. */
export const leaderboardQuery = listQuery.extend({ verified: flagResponse.optional() })

/** An entry as anyone sees it; the rest is there for admins only. */
export const leaderboardResponse = z.object({
  id: z.int(),
  name: z.string(),
  score: z.int(),
  email: z.string().optional(),
  /** The server has played the round again and come to the same. */
  verified: flagResponse.optional(),
})

export type LeaderboardEntry = z.infer<typeof leaderboardResponse>

/** The player's own entry after a score, with its place; null when it is on no table. */
export const placedResponse = z.object({
  id: z.int(),
  name: z.string(),
  score: z.int(),
  rank: z.int().nullable(),
})

export type PlacedEntry = z.infer<typeof placedResponse>
