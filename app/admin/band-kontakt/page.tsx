import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { BandContactsScreen } from '@/components/admin/band-contacts/band-contacts-screen'

export const metadata: Metadata = { title: 'Kontakt' }

export default function BandContactsPage() {
  return (
    <StaffPage may="admin">
      <BandContactsScreen />
    </StaffPage>
  )
}
