import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { AllScreens } from '@/components/admin/home/home'

export const metadata: Metadata = { title: 'Admin panel' }

export default function AdminPanelPage() {
  return (
    <StaffPage may="admin">
      <ScreenHead title="Admin panel" />
      <AllScreens privilege={1} />
    </StaffPage>
  )
}
