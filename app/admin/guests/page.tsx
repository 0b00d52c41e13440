import type { Metadata } from 'next'
import { TicketDesk } from '@/components/admin/desk/ticket-desk'
import { getCurrentUser } from '@/lib/auth/sessions'
import { readDesk } from '@/lib/cash/service'
import { getConfig } from '@/lib/config/settings'
import { staffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Brucoši' }

/** What is known of money from the first moment, so that nothing moves when it comes. */
export default staffPage('tickets', async () => {
  const user = await getCurrentUser()
  return (
    user && (
      <TicketDesk cash={await readDesk(user)} studentDomain={getConfig().STUDENT_EMAIL_DOMAIN} />
    )
  )
})
