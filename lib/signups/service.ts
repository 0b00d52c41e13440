import { z } from 'zod'
import { getDb } from '@/db/pool'
import { insertSignup, listSignupsOfJmbag } from '@/db/queries/signups'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { REQUIRED_TEXT_META } from '@/lib/http/fields'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { requireBeforeEnd } from '@/lib/phase/service'
import { SIGNUPS_CLOSED } from './messages'
import { type Signup, signupSchema } from './schema'

/** Schema of the sign-up form, with the configured domain of student addresses. */
export const signupBody = z.lazy(() => {
  const schema = signupSchema(getConfig().STUDENT_EMAIL_DOMAIN)
  const { name, surname, gdpr_accepted } = schema.shape
  for (const text of [name, surname]) z.globalRegistry.add(text, REQUIRED_TEXT_META)
  z.globalRegistry.add(gdpr_accepted, { const: true })
  return schema
})

/** Response to a stored sign-up, with a sentence for the fresher (rule 2.8). */
export const signupResponse = z.object({ detail: z.string() })

/**
 * Rate limit per JMBAG and e-mail address (rule 14.6), far above what a person needs to fill in a
 * form.
 */
const PER_STUDENT = { points: 20, seconds: 600 }

/** Maximum number of sign-ups per e-mail address that the desk sees. */
const OF_EACH_ADDRESS = 5

/**
 * Stores a sign-up, with the time of the consent. The rate limit counts by JMBAG and e-mail address
 * together, so that false sign-ups with a student's JMBAG do not use up the student's own limit.
 * Throws too_many above the limit, gone after the end of the night, and conflict without a consent
 * document.
 */
export async function submitSignup(signup: Signup): Promise<z.infer<typeof signupResponse>> {
  await rateLimitByKey('signup', `${signup.jmbag} ${signup.email}`, PER_STUDENT)
  await requireBeforeEnd()
  if (!(await insertSignup(getDb(), signup)))
    throw new ServiceError('conflict', SIGNUPS_CLOSED, { code: 'signups_closed' })
  return { detail: 'Vaši podaci su uspješno spremljeni.' }
}

/**
 * Lists the sign-ups with a JMBAG for the desk, newest first, at most five per e-mail address.
 * `known` is the address on the guest list; other sign-ups never displace those from this address.
 */
export async function listSignups(jmbag: string, known: string | null) {
  const rows = await listSignupsOfJmbag(getDb(), {
    jmbag,
    known: known?.toLowerCase() ?? null,
    perAddress: OF_EACH_ADDRESS,
  })
  return rows.sort((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime() || b.id - a.id)
}
