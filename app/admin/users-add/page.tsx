import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { AddUserScreen } from '@/components/admin/users/add-user-screen'

export const metadata: Metadata = { title: 'Dodaj korisnika' }

export default function AddUserPage() {
  return (
    <StaffPage may="admin">
      <AddUserScreen />
    </StaffPage>
  )
}
