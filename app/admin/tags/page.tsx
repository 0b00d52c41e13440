import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { TagsScreen } from '@/components/admin/tags/tags-screen'

export const metadata: Metadata = { title: 'Tagovi' }

export default function TagsPage() {
  return (
    <StaffPage may="admin">
      <TagsScreen />
    </StaffPage>
  )
}
