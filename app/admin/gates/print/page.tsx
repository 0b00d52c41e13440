import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { VolunteerPage } from '@/components/admin/gates/volunteer-page'

export const metadata: Metadata = { title: 'Upute za volontere' }

export default staffPage('admin', () => <VolunteerPage />)
