import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { PrivilegesScreen } from '@/components/admin/users/privileges-screen'

export const metadata: Metadata = { title: 'Privilegije' }

export default function PrivilegesPage() {
  return (
    <StaffPage may="admin">
      <PrivilegesScreen />
    </StaffPage>
  )
}
