import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { PacksScreen } from '@/components/admin/night/packs-screen'

export const metadata: Metadata = { title: 'Pričuvni paket' }

export default staffPage('admin', () => <PacksScreen />)
