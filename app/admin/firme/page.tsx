import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { SponsorCountsScreen } from '@/components/admin/sponsors/sponsor-counts-screen'

export const metadata: Metadata = { title: 'Firme' }

export default staffPage('admin', () => <SponsorCountsScreen />)
