import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { SignupsScreen } from '@/components/admin/signups/signups-screen'

export const metadata: Metadata = { title: 'Prijave' }

export default staffPage('admin', () => <SignupsScreen />)
