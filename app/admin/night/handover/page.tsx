import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { HandoverPage } from '@/components/admin/night/handover-page'

export const metadata: Metadata = { title: 'Primopredaja smjene' }

export default function NightHandoverPage() {
  return (
    <StaffPage may="admin">
      <HandoverPage />
    </StaffPage>
  )
}
