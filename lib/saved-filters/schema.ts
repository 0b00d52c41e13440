import { z } from 'zod'
import { filledText } from '@/lib/http/fields'
import { changeOf } from '@/lib/http/precondition'

export const SAVED_FILTER_MESSAGES = {
  notThere: 'Filtar ne postoji ili je obrisan.',
  taken: 'Filtar s tim nazivom već postoji. Odaberite drugi naziv.',
  nameMissing: 'Upišite naziv filtra.',
  nothing: 'Najprije odaberite barem jedan filtar ili poredak.',
}

/** The lists whose filters can be kept, by the last part of their address, and what is kept of it. */
export const FILTERED_LISTS = {
  'guest-list': ['tag', 'sponzor', 'karta', 'ulaz', 'poredak'],
} as const

export type FilteredList = keyof typeof FILTERED_LISTS

/**
 * What of a list's address can be kept: its filters and its order, always in one order. Never
 * what was searched for, which may be somebody's name, nor what was open.
 */
export function keptOf(screen: FilteredList, query: string): string {
  const asked = new URLSearchParams(query)
  const kept = FILTERED_LISTS[screen].flatMap((name) => {
    const value = asked.get(name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(kept).toString()
}

const { nameMissing, nothing } = SAVED_FILTER_MESSAGES
const name = filledText(60, nameMissing)
const screen = z.enum(Object.keys(FILTERED_LISTS) as [FilteredList], 'Nepoznat popis.')
const query = z.string(nothing).max(500, 'Najviše 500 znakova')

export const newSavedFilterBody = z.object({ screen, name, query }).transform((body, context) => {
  const kept = keptOf(body.screen, body.query)
  if (kept === '') context.addIssue({ code: 'custom', message: nothing, path: ['query'] })
  return { ...body, query: kept }
})

export const savedFilterChange = changeOf({ name })

/** Filters of a list under a name. */
export const savedFilterAnswer = z.object({
  id: z.int(),
  screen: z.enum(Object.keys(FILTERED_LISTS) as [FilteredList]),
  name: z.string(),
  query: z.string(),
})

export type SavedFilter = z.infer<typeof savedFilterAnswer>
