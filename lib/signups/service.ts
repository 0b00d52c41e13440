import { z } from 'zod'
import { getDb } from '@/db/pool'
import { insertSignup, listSignupsOfJmbag } from '@/db/queries/signups'
import { getConfig } from '@/lib/config/settings'
import { REQUIRED_TEXT_META } from '@/lib/http/fields'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { requireBeforeEnd } from '@/lib/phase/service'
import { type Signup, signupSchema } from './schema'

/** The form's schema with this festival's student mail domain. */
export const signupBody = z.lazy(() => {
  const schema = signupSchema(getConfig().STUDENT_EMAIL_DOMAIN)
  const { name, surname, gdpr_accepted } = schema.shape
  for (const text of [name, surname]) z.globalRegistry.add(text, REQUIRED_TEXT_META)
  z.globalRegistry.add(gdpr_accepted, { const: true })
  return schema
})

/** What a fresher reads when it is done (rule 2.8). */
export const signupResponse = z.object({ detail: z.string() })

/** Far above what a person needs to get a form right. */
const PER_STUDENT = { points: 20, seconds: 600 }

/** So many of one address does the desk look through. */
const OF_EACH_ADDRESS = 5

/**
 * Keeps a fresher's pre-registration, with the consent and its time. Counted by JMBAG and
 * address together: who sends made-up names with another's JMBAG uses up nothing of theirs.
 * Throws gone after the end of the night.
 */
export async function submitSignup(signup: Signup): Promise<z.infer<typeof signupResponse>> {
  await rateLimitByKey('signup', `${signup.jmbag} ${signup.email}`, PER_STUDENT)
  await requireBeforeEnd()
  await insertSignup(getDb(), signup)
  return { detail: 'Vaši podaci su uspješno spremljeni.' }
}

/**
 * Lists the submissions with a JMBAG for the desk to choose from, newest first: of each address
 * the last five. `known` is the address on the guest list; no flood hides its submissions.
 */
export async function listSignups(jmbag: string, known: string | null) {
  const rows = await listSignupsOfJmbag(getDb(), {
    jmbag,
    known: known?.toLowerCase() ?? null,
    ofEach: OF_EACH_ADDRESS,
  })
  return rows.sort((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime() || b.id - a.id)
}
