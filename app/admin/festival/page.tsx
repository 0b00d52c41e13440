import type { Metadata } from 'next'
import { CashSettings } from '@/components/admin/cash/cash-settings'
import { FestivalScreen } from '@/components/admin/festival/festival-screen'
import { StaffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Festival' }

export default function FestivalPage() {
  return (
    <StaffPage may="admin">
      <FestivalScreen />
      <CashSettings />
    </StaffPage>
  )
}
