import type { SheetColumn } from '@/lib/spreadsheet/workbook'
import type { BandContact } from './schema'

/** What of a contact goes into a spreadsheet. */
export const BAND_CONTACT_COLUMNS: SheetColumn<BandContact>[] = [
  { header: 'Bend', value: ({ bandName }) => bandName, width: 28 },
  { header: 'Osoba za kontakt', value: ({ bookerName }) => bookerName, width: 26 },
  { header: 'Telefon', value: ({ bookerPhone }) => bookerPhone, width: 20 },
  { header: 'E-mail', value: ({ bookerEmail }) => bookerEmail || null, width: 30 },
  { header: 'Napomena', value: ({ notes }) => notes || null, width: 60 },
]
