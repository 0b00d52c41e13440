import { z } from 'zod'
import { getDb } from '@/db/client'
import { insertSignup } from '@/db/queries/signups'
import { getConfig } from '@/lib/config'
import { type Signup, signupSchema } from './schema'

/** The form's schema with this festival's student mail domain. */
export const signupBody = z.lazy(() => signupSchema(getConfig().STUDENT_EMAIL_DOMAIN))

/** What a fresher reads when it is done (spec section 8). */
export const signupAnswer = z.object({ detail: z.string() })

/** Keeps a fresher's pre-registration, with the consent and its time. */
export async function submitSignup(signup: Signup): Promise<z.infer<typeof signupAnswer>> {
  await insertSignup(getDb(), signup)
  return { detail: 'Vaši podaci su uspješno spremljeni.' }
}
