import type { Metadata } from 'next'
import { TicketDesk } from '@/components/admin/desk/ticket-desk'
import { getCurrentUser } from '@/lib/auth/sessions'
import { readDesk } from '@/lib/cash/service'
import { StaffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Brucoši' }

export default function GuestsPage() {
  return (
    <StaffPage may="tickets">
      <Desk />
    </StaffPage>
  )
}

/** What is known of money from the first moment, so that nothing moves when it comes. */
async function Desk() {
  const user = await getCurrentUser()
  return user && <TicketDesk cash={await readDesk(user)} />
}
