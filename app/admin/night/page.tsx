import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { NightScreen } from '@/components/admin/night/night-screen'

export const metadata: Metadata = { title: 'Noć' }

export default staffPage('admin', () => <NightScreen />)
