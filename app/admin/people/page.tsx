import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { PeopleScreen } from '@/components/admin/people/people-screen'

export const metadata: Metadata = { title: 'Tko je ova osoba?' }

export default function PeoplePage() {
  return (
    <StaffPage may="admin">
      <PeopleScreen />
    </StaffPage>
  )
}
