import type { Metadata } from 'next'
import { EndScreen } from '@/components/admin/editions/end-screen'
import { StaffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Kraj festivala' }

export default function EndEditionPage() {
  return (
    <StaffPage may="admin">
      <EndScreen />
    </StaffPage>
  )
}
