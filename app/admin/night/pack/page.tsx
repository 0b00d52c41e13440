import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { PacksScreen } from '@/components/admin/night/packs-screen'

export const metadata: Metadata = { title: 'Pričuvni paket' }

export default function NightPackPage() {
  return (
    <StaffPage may="admin">
      <PacksScreen />
    </StaffPage>
  )
}
