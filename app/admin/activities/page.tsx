import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { ActivitiesScreen } from '@/components/admin/activities/activities-screen'

export const metadata: Metadata = { title: 'Aktivnosti' }

export default function ActivitiesPage() {
  return (
    <StaffPage may="admin">
      <ActivitiesScreen />
    </StaffPage>
  )
}
