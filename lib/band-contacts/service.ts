import { tableQueries } from '@/db/queries/table-queries'
import { tableService } from '@/lib/crud/service'
import { BAND_CONTACT_MESSAGES } from './schema'

/** Contacts of the people who book the bands. */
export const bandContacts = tableService(
  'band-contacts',
  tableQueries('bandContacts', 'admin', 'bandName'),
  BAND_CONTACT_MESSAGES,
)
