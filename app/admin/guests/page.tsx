import type { Metadata } from 'next'
import { TicketDesk } from '@/components/admin/desk/ticket-desk'
import { getCurrentUser } from '@/lib/auth/sessions'
import { readDesk } from '@/lib/cash/service'
import { getConfig } from '@/lib/config/settings'
import { staffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Brucoši' }

/**
 * Ticket desk. The state of the cash desk is sent with the page, so that the layout does not shift
 * later.
 */
export default staffPage('tickets', async () => {
  const user = await getCurrentUser()
  return (
    user && (
      <TicketDesk cash={await readDesk(user)} studentDomain={getConfig().STUDENT_EMAIL_DOMAIN} />
    )
  )
})
