import type { Metadata } from 'next'
import { Home } from '@/components/admin/home/home'
import { getCurrentUser } from '@/lib/auth/sessions'
import { StaffPage } from './staff-page'

export const metadata: Metadata = { title: 'Početna · Uprava' }

export default function AdminHomePage() {
  return (
    <StaffPage may="staff">
      <HomeOfUser />
    </StaffPage>
  )
}

async function HomeOfUser() {
  const user = await getCurrentUser()
  return user && <Home user={user} />
}
