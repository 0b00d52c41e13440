import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { NightScreen } from '@/components/admin/night/night-screen'

export const metadata: Metadata = { title: 'Noć' }

export default function NightPage() {
  return (
    <StaffPage may="admin">
      <NightScreen />
    </StaffPage>
  )
}
