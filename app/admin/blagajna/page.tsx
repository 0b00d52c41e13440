import type { Metadata } from 'next'
import { TakingsScreen } from '@/components/admin/cash/takings-screen'
import { staffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Blagajna' }

export default staffPage('admin', () => <TakingsScreen />)
