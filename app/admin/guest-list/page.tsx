import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { GuestListScreen } from '@/components/admin/guests/guest-list-screen'

export const metadata: Metadata = { title: 'Gosti' }

export default function GuestListPage() {
  return (
    <StaffPage may="admin">
      <GuestListScreen />
    </StaffPage>
  )
}
