import type { z } from 'zod'
import type { nextForm } from '@/lib/editions/schema'

/**
 * Values of the form for the next edition as typed: digits, and dates with times in Zagreb time.
 */
export type NextEditionValues = z.input<typeof nextForm>

export type NextEdition = z.output<typeof nextForm>
