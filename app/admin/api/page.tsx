import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { ApiReference } from '@/components/admin/api/api-reference'

export const metadata: Metadata = { title: 'API' }

export default function ApiPage() {
  return (
    <StaffPage may="admin">
      <ApiReference />
    </StaffPage>
  )
}
