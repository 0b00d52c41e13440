import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { ProgrammeImport } from '@/components/admin/programme/programme-import'

export const metadata: Metadata = { title: 'Uvoz programa' }

export default staffPage('admin', () => <ProgrammeImport />)
