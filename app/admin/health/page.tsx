import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { HealthScreen } from '@/components/admin/health/health-screen'

export const metadata: Metadata = { title: 'Stanje sustava' }

export default staffPage('admin', () => <HealthScreen />)
