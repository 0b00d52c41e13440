import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { ProgrammeImport } from '@/components/admin/programme/programme-import'

export const metadata: Metadata = { title: 'Uvoz programa' }

export default function ProgrammeImportPage() {
  return (
    <StaffPage may="admin">
      <ProgrammeImport />
    </StaffPage>
  )
}
