import { z } from 'zod'
import { optionalEmail, requiredText } from '@/lib/http/fields'
import { patchBody } from '@/lib/http/precondition'
import { plainPhone } from '@/lib/text/clean'

export const BAND_CONTACT_MESSAGES = {
  incomplete: 'Unesite sve podatke',
  badEmail: 'Neispravna e-mail adresa',
  notThere: 'Kontakt ne postoji ili je obrisan.',
}

/** Returns the link that calls a number: its digits, and the plus of a country code. */
export function telephoneLink(phone: string): string {
  const plain = plainPhone(phone)
  return `tel:${plain.startsWith('+') ? '+' : ''}${plain.replace(/\(0\)|\D/g, '')}`
}

const { incomplete, badEmail } = BAND_CONTACT_MESSAGES

/** Maximum length of a note in characters. */
export const MAX_NOTE_LENGTH = 2000

const fields = {
  bandName: requiredText(100, incomplete),
  bookerName: requiredText(100, incomplete),
  bookerPhone: requiredText(50, incomplete),
  bookerEmail: optionalEmail(badEmail),
  notes: z.string().trim().max(MAX_NOTE_LENGTH, `Najviše ${MAX_NOTE_LENGTH} znakova`),
}

/** A new contact. The first three fields are required (rule 13.13), the others are optional. */
export const newBandContactBody = z.object(
  {
    ...fields,
    bookerEmail: fields.bookerEmail.default(''),
    notes: fields.notes.default(''),
  },
  incomplete,
)

export type NewBandContact = z.output<typeof newBandContactBody>

export const bandContactChange = patchBody(fields)

/** Contact of a band: the name, phone and e-mail address of its booker. */
export const bandContactResponse = z.object({
  id: z.int(),
  bandName: z.string(),
  bookerName: z.string(),
  bookerPhone: z.string(),
  /** E-mail address of the booker; '' if it is not known. */
  bookerEmail: z.string(),
  notes: z.string(),
})

export type BandContact = z.infer<typeof bandContactResponse>
