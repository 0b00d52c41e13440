import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { GatesScreen } from '@/components/admin/gates/gates-screen'

export const metadata: Metadata = { title: 'Ulazi' }

export default function GatesPage() {
  return (
    <StaffPage may="admin">
      <GatesScreen />
    </StaffPage>
  )
}
