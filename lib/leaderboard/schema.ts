import { z } from 'zod'
import { EMAIL_META, flagResponse } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { withoutInvisible } from '@/lib/text/clean'
import {
  cleanName,
  emailProblem,
  MAX_NAME_LENGTH,
  MAX_PRESSES,
  MAX_SCORE,
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

// The messages for names and addresses are in rules.ts, which the form on every player's phone uses
// too. With zod the form would be larger than the game.

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
  .meta({ pattern: '\\w', maxLength: MAX_NAME_LENGTH })

const email = z
  .string('Upiši ispravnu e-mail adresu')
  .overwrite(withoutInvisible)
  .trim()
  .toLowerCase()
  .max(200, 'E-mail adresa je predugačka')
  .check(sentence(emailProblem))
  .meta(EMAIL_META)

const { impossible, badProof } = LEADERBOARD_MESSAGES

/**
 * Proof that a round was played: its start token, and the times at which the button was pressed.
 */
const proof = z.object(
  {
    token: z.string(badProof).min(1, badProof).max(1000, badProof),
    /** Times of the presses in steps of 1/120 s from the start of the round, in ascending order. */
    presses: z.array(z.int(badProof).min(0, badProof), badProof).max(MAX_PRESSES, badProof),
  },
  badProof,
)

/**
 * Body of a new score. A score without a proof is stored, but is shown in public only if the game
 * cannot give proofs (rule 10.17).
 */
export const newScoreBody = z.object(
  {
    name,
    email,
    score: z.int(impossible).min(0, impossible).max(MAX_SCORE, impossible),
    proof: proof.optional(),
  },
  'Neispravan unos',
)

export type NewScore = z.output<typeof newScoreBody>

export const renameBody = z.object({ name }, 'Upiši nadimak')

export const startResponse = z.object({
  /** Token for the score of the round that starts now. It can be used for one score. */
  token: z.string(),
  /** Seed from which the game builds the round. A score from another seed is rejected. */
  seed: z.int(),
  expiresAt: z.iso.datetime(),
})

/** `verified` filters the list for an admin. Other callers get only the scores that count. */
export const leaderboardQuery = listQuery.extend({ verified: flagResponse.optional() })

/** A leaderboard entry. Only admins get `email` and `verified`. */
export const leaderboardResponse = z.object({
  id: z.int(),
  name: z.string(),
  score: z.int(),
  email: z.string().optional(),
  /** Whether the server has replayed the round and got the same score. */
  verified: flagResponse.optional(),
})

export type LeaderboardEntry = z.infer<typeof leaderboardResponse>

/**
 * The player's entry after a score was sent. `rank` is null if the entry does not count in public.
 */
export const placedResponse = z.object({
  id: z.int(),
  name: z.string(),
  score: z.int(),
  rank: z.int().nullable(),
})

export type PlacedEntry = z.infer<typeof placedResponse>
