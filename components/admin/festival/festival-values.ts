import type { z } from 'zod'
import type { EditionSettings, festivalForm } from '@/lib/festival/schema'

/**
 * Values of the festival form as typed: digits, degrees with a decimal comma, and dates with times
 * in Zagreb time. `deskAdds` is not in this form; it has a switch of its own.
 */
export type FestivalValues = Record<Exclude<keyof EditionSettings, 'deskAdds'>, string>

export type FestivalSent = z.output<typeof festivalForm>
