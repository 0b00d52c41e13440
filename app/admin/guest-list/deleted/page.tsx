import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { DeletedGuestsScreen } from '@/components/admin/guests/deleted-guests-screen'

export const metadata: Metadata = { title: 'Obrisani gosti' }

export default staffPage('admin', () => <DeletedGuestsScreen />)
