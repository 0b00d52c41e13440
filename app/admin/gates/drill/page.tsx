import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { DrillScreen } from '@/components/admin/gates/drill-screen'

export const metadata: Metadata = { title: 'Vježba' }

export default staffPage('admin', () => <DrillScreen />)
