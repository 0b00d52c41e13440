import type { Metadata } from 'next'
import { TakingsScreen } from '@/components/admin/cash/takings-screen'
import { StaffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Blagajna' }

export default function TakingsPage() {
  return (
    <StaffPage may="admin">
      <TakingsScreen />
    </StaffPage>
  )
}
