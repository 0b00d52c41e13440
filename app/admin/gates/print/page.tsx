import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { VolunteerPage } from '@/components/admin/gates/volunteer-page'

export const metadata: Metadata = { title: 'Upute za volontere' }

export default function GatesPrintPage() {
  return (
    <StaffPage may="admin">
      <VolunteerPage />
    </StaffPage>
  )
}
