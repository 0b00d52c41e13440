import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { LineupScreen } from '@/components/admin/lineup/lineup-screen'

export const metadata: Metadata = { title: 'Izvođači' }

export default function LineupListPage() {
  return (
    <StaffPage may="admin">
      <LineupScreen />
    </StaffPage>
  )
}
