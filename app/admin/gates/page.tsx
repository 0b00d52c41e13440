import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { GatesScreen } from '@/components/admin/gates/gates-screen'

export const metadata: Metadata = { title: 'Ulazi' }

export default staffPage('admin', () => <GatesScreen />)
