import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { UsersScreen } from '@/components/admin/users/users-screen'

export const metadata: Metadata = { title: 'Korisnici' }

export default function UsersPage() {
  return (
    <StaffPage may="admin">
      <UsersScreen />
    </StaffPage>
  )
}
