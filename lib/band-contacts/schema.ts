import { z } from 'zod'
import { filledText } from '@/lib/http/fields'
import { changeOf } from '@/lib/http/precondition'

export const BAND_CONTACT_MESSAGES = {
  incomplete: 'Unesite sve podatke',
  notThere: 'Kontakt ne postoji ili je obrisan.',
}

/** Where a click calls: the digits, and the plus of a country's code, of what was typed. */
export const telephoneLink = (phone: string) =>
  `tel:${phone.trim().startsWith('+') ? '+' : ''}${phone.replace(/\(0\)|\D/g, '')}`

const { incomplete } = BAND_CONTACT_MESSAGES

const fields = {
  bandName: filledText(100, incomplete),
  bookerName: filledText(100, incomplete),
  bookerPhone: filledText(50, incomplete),
}

/** All three are needed (spec section 5). */
export const newBandContactBody = z.object(fields, incomplete)

export type NewBandContact = z.output<typeof newBandContactBody>

export const bandContactChange = changeOf(fields)

/** Whom to call about a band. */
export const bandContactAnswer = z.object({
  id: z.int(),
  bandName: z.string(),
  bookerName: z.string(),
  bookerPhone: z.string(),
})

export type BandContact = z.infer<typeof bandContactAnswer>
