import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { SponsorsScreen } from '@/components/admin/sponsors/sponsors-screen'

export const metadata: Metadata = { title: 'Sponzori' }

export default staffPage('admin', () => <SponsorsScreen />)
