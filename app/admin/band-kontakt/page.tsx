import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { BandContactsScreen } from '@/components/admin/band-contacts/band-contacts-screen'

export const metadata: Metadata = { title: 'Kontakt' }

export default staffPage('admin', () => <BandContactsScreen />)
