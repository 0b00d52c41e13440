import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { SignupsScreen } from '@/components/admin/signups/signups-screen'

export const metadata: Metadata = { title: 'Prijave' }

export default function SignupsPage() {
  return (
    <StaffPage may="admin">
      <SignupsScreen />
    </StaffPage>
  )
}
