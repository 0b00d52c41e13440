import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { KeysScreen } from '@/components/admin/users/keys-screen'

export const metadata: Metadata = { title: 'Ključevi' }

export default staffPage('admin', () => <KeysScreen />)
