import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { HandoverPage } from '@/components/admin/night/handover-page'

export const metadata: Metadata = { title: 'Primopredaja smjene' }

export default staffPage('admin', () => <HandoverPage />)
