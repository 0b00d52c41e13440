import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { EntryScreen } from '@/components/admin/gate/entry-screen'

export const metadata: Metadata = { title: 'Ulaz' }

export default function EntryPage() {
  return (
    <StaffPage may="entry">
      <EntryScreen />
    </StaffPage>
  )
}
