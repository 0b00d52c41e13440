// Uses the small build of zod, because every fresher's phone loads this schema.
import * as z from 'zod/mini'
import { exampleStudentEmail, isStudentEmail } from '@/lib/students/email'
import { plainDigits, withoutInvisible } from '@/lib/text/clean'

/** Text without the invisible characters that are pasted with it, and without spaces around it. */
const text = (missing: string, ...checks: Parameters<z.ZodMiniString['check']>) =>
  z.string(missing).check(z.overwrite(withoutInvisible), z.trim(), ...checks)

const JMBAG = 'JMBAG mora biti 10 znamenki'
const NAME = 'Ime je obavezno polje'
const EMAIL = 'Email je obavezno polje'
const CONSENT = 'Prihvaćanje privole je obavezno'

/**
 * Schema of a sign-up, for the form and the endpoint (rules 2.2 and 2.3). The e-mail address must
 * be the one that the university gives this student, so the schema needs its domain.
 */
export const signupSchema = (studentDomain: string) =>
  z
    .object(
      {
        name: text(NAME, z.minLength(1, NAME), z.maxLength(100, 'Ime je predugačko')),
        surname: text(NAME, z.minLength(1, NAME), z.maxLength(100, 'Prezime je predugačko')),
        jmbag: text(JMBAG, z.overwrite(plainDigits), z.regex(/^\d{10}$/, JMBAG)),
        email: text(EMAIL, z.toLowerCase(), z.email(EMAIL)),
        gdpr_accepted: z.boolean(CONSENT).check(z.refine((v) => v, CONSENT)),
      },
      'Neispravan unos',
    )
    .check(
      z.refine((s) => isStudentEmail(s.email, s, studentDomain), {
        path: ['email'],
        error: (issue) =>
          `Email mora biti u FER formatu (${exampleStudentEmail(issue.input as Parameters<typeof exampleStudentEmail>[0], studentDomain)})`,
      }),
    )

export type SignupInput = z.input<ReturnType<typeof signupSchema>>
export type Signup = z.output<ReturnType<typeof signupSchema>>
