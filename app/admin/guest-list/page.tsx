import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { GuestListScreen } from '@/components/admin/guests/guest-list-screen'

export const metadata: Metadata = { title: 'Gosti' }

export default staffPage('admin', () => <GuestListScreen />)
