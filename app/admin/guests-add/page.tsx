import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { AddGuestScreen } from '@/components/admin/guests/add-guest-screen'

export const metadata: Metadata = { title: 'Dodaj gosta' }

export default function AddGuestPage() {
  return (
    <StaffPage may="admin">
      <AddGuestScreen />
    </StaffPage>
  )
}
