import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { DeletedGuestsScreen } from '@/components/admin/guests/deleted-guests-screen'

export const metadata: Metadata = { title: 'Obrisani gosti' }

export default function DeletedGuestsPage() {
  return (
    <StaffPage may="admin">
      <DeletedGuestsScreen />
    </StaffPage>
  )
}
