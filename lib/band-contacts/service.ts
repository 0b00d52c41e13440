import { tableQueries } from '@/db/queries/table-queries'
import { tableService } from '@/lib/crud/service'
import { BAND_CONTACT_MESSAGES } from './schema'

/** Whom to call about which band. */
export const bandContacts = tableService(
  'band-contacts',
  tableQueries('bandContacts', 'admin', 'bandName'),
  BAND_CONTACT_MESSAGES,
)
