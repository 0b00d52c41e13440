import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { ProgrammeScreen } from '@/components/admin/programme/programme-screen'

export const metadata: Metadata = { title: 'Program' }

export default function ProgrammeAdminPage() {
  return (
    <StaffPage may="admin">
      <ProgrammeScreen />
    </StaffPage>
  )
}
