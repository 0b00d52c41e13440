import { z } from 'zod'
import { flagInput, flagResponse, requiredText, visibleText } from '@/lib/http/fields'
import { patchFormBody } from '@/lib/http/precondition'
import { imageChange, imageUpload } from '@/lib/images/schema'

/**
 * Messages about performers (rules 13.7, 13.8, 13.10 and 13.11), for the server and the screens.
 */
export const LINEUP_MESSAGES = {
  nameMissing: 'Unesite ime izvođača.',
  imageMissing: 'Učitajte fotografiju.',
  badListenUrl: 'Upišite poveznicu koja počinje s https://, ili ništa.',
  notThere: 'Izvođač ne postoji ili je obrisan.',
  loadFailed: 'Greška pri dohvaćanju izvođača.',
  saveFailed: 'Spremanje nije uspjelo.',
  deleteFailed: 'Brisanje nije uspjelo.',
  reorderFailed: 'Promjena poretka nije uspjela.',
  confirmDelete: 'Sigurno želite obrisati izvođača?',
}

/** A performer in responses (rule 13.7). `image` is a path on this site. */
export const lineupResponse = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  image: z.string(),
  visible: flagResponse,
  biography: z.string(),
  /** URL of a page on which to listen to the performer; '' without one. */
  listenUrl: z.string(),
  order: z.int(),
})

export type LineupItem = z.infer<typeof lineupResponse>

const name = requiredText(150, LINEUP_MESSAGES.nameMissing)
/** Biography with `\n` as line break, because a form sends CRLF. */
const biography = z
  .string()
  .overwrite((text) => text.replaceAll('\r\n', '\n'))
  .trim()
  .max(10_000, 'Najviše 10.000 znakova')

const listenUrl = visibleText(500)
  .refine(
    (text) => text === '' || (/^https:\/\/\S+$/i.test(text) && URL.canParse(text)),
    LINEUP_MESSAGES.badListenUrl,
  )
  .meta({ anyOf: [{ const: '' }, { format: 'uri', pattern: '^https://' }] })

/** A new performer. The server sets the slug and the position. */
export const newLineupItem = z.object({
  name,
  biography: biography.default(''),
  listenUrl: listenUrl.default(''),
  visible: flagInput.default(true),
  image: imageUpload(LINEUP_MESSAGES.imageMissing),
})

export type NewLineupItem = z.output<typeof newLineupItem>

export const lineupChange = patchFormBody({
  name,
  biography,
  listenUrl,
  visible: flagInput,
  image: imageChange,
})

export type LineupChange = z.output<typeof lineupChange>
