import { z } from 'zod'
import { getDb } from '@/db/client'
import { insertSignup } from '@/db/queries/signups'
import { getConfig } from '@/lib/config'
import { limitBy } from '@/lib/http/rate-limit'
import { type Signup, signupSchema } from './schema'

/** The form's schema with this festival's student mail domain. */
export const signupBody = z.lazy(() => signupSchema(getConfig().STUDENT_EMAIL_DOMAIN))

/** What a fresher reads when it is done (spec section 8). */
export const signupAnswer = z.object({ detail: z.string() })

/** Far above what a person needs to get a form right; the e-mail follows from the JMBAG. */
const PER_JMBAG = { points: 20, seconds: 600 }

/** Keeps a fresher's pre-registration, with the consent and its time. */
export async function submitSignup(signup: Signup): Promise<z.infer<typeof signupAnswer>> {
  await limitBy('signup', signup.jmbag, PER_JMBAG)
  await insertSignup(getDb(), signup)
  return { detail: 'Vaši podaci su uspješno spremljeni.' }
}
