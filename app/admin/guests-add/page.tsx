import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { AddGuestScreen } from '@/components/admin/guests/add-guest-screen'

export const metadata: Metadata = { title: 'Dodaj gosta' }

export default staffPage('admin', () => <AddGuestScreen />)
