import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { ImportScreen } from '@/components/admin/import/import-screen'

export const metadata: Metadata = { title: 'Uvoz' }

export default function ImportPage() {
  return (
    <StaffPage may="admin">
      <ImportScreen />
    </StaffPage>
  )
}
