import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { PrivilegesScreen } from '@/components/admin/users/privileges-screen'

export const metadata: Metadata = { title: 'Privilegije' }

export default staffPage('admin', () => <PrivilegesScreen />)
