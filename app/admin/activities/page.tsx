import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { ActivitiesScreen } from '@/components/admin/activities/activities-screen'

export const metadata: Metadata = { title: 'Aktivnosti' }

export default staffPage('admin', () => <ActivitiesScreen />)
