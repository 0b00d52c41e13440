import type { Metadata } from 'next'
import { TicketDesk } from '@/components/admin/desk/ticket-desk'
import { StaffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Brucoši' }

export default function GuestsPage() {
  return (
    <StaffPage may="tickets">
      <TicketDesk />
    </StaffPage>
  )
}
