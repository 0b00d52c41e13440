import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { ProgrammeScreen } from '@/components/admin/programme/programme-screen'

export const metadata: Metadata = { title: 'Program' }

export default staffPage('admin', () => <ProgrammeScreen />)
