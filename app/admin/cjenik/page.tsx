import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { PriceListScreen } from '@/components/admin/price-list/price-list-screen'

export const metadata: Metadata = { title: 'Cjenik' }

export default function PriceListAdminPage() {
  return (
    <StaffPage may="admin">
      <PriceListScreen />
    </StaffPage>
  )
}
