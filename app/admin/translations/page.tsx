import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { TranslationsScreen } from '@/components/admin/translations/translations-screen'

export const metadata: Metadata = { title: 'Prijevodi' }

export default staffPage('admin', () => <TranslationsScreen />)
