import type { z } from 'zod'
import type { nextForm } from '@/lib/editions/schema'

/** As it is typed: digits, and moments of Zagreb. */
export type NextValues = z.input<typeof nextForm>

export type Next = z.output<typeof nextForm>
