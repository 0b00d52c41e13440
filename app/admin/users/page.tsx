import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { UsersScreen } from '@/components/admin/users/users-screen'

export const metadata: Metadata = { title: 'Korisnici' }

export default staffPage('admin', () => <UsersScreen />)
