import type { z } from 'zod'
import type { EditionSettings, festivalForm } from '@/lib/festival/schema'

/** As it is typed: digits, degrees with a comma, moments of Zagreb. The desk's switch is its own. */
export type FestivalValues = Record<Exclude<keyof EditionSettings, 'deskAdds'>, string>

export type FestivalSent = z.output<typeof festivalForm>
