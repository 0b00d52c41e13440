import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { ImportScreen } from '@/components/admin/import/import-screen'

export const metadata: Metadata = { title: 'Uvoz' }

export default staffPage('admin', () => <ImportScreen />)
