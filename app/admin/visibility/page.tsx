import type { Metadata } from 'next'
import { VisibilitySettings } from '@/components/admin/visibility/visibility-settings'
import { StaffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Prikaz' }

export default function VisibilityPage() {
  return (
    <StaffPage may="admin">
      <VisibilitySettings />
    </StaffPage>
  )
}
