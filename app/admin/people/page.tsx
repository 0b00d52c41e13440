import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { PeopleScreen } from '@/components/admin/people/people-screen'

export const metadata: Metadata = { title: 'Tko je ova osoba?' }

export default staffPage('admin', () => <PeopleScreen />)
