import { z } from 'zod'
import { exampleStudentEmail, studentEmail } from './rules'

/**
 * Pre-registration, for the form and the route alike (spec section 5). The e-mail must be
 * the one that the university gives this very student, so the schema needs its domain.
 */
export const signupSchema = (studentDomain: string) =>
  z
    .object({
      name: z.string().trim().min(1, 'Ime je obavezno polje').max(100, 'Ime je predugačko'),
      surname: z.string().trim().min(1, 'Ime je obavezno polje').max(100, 'Prezime je predugačko'),
      jmbag: z
        .string()
        .trim()
        .regex(/^\d{10}$/, 'JMBAG mora biti 10 znamenki'),
      email: z.string().trim().toLowerCase().pipe(z.email('Email je obavezno polje')),
      gdpr_accepted: z.boolean().refine((v) => v, 'Prihvaćanje privole je obavezno'),
    })
    .refine((s) => s.email === studentEmail(s, studentDomain), {
      path: ['email'],
      error: (issue) =>
        `Email mora biti u FER formatu (${exampleStudentEmail(issue.input as Parameters<typeof exampleStudentEmail>[0], studentDomain)})`,
    })

export type SignupInput = z.input<ReturnType<typeof signupSchema>>
export type Signup = z.output<ReturnType<typeof signupSchema>>
