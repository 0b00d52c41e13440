import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { AddUserScreen } from '@/components/admin/users/add-user-screen'

export const metadata: Metadata = { title: 'Dodaj korisnika' }

export default staffPage('admin', () => <AddUserScreen />)
