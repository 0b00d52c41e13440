import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { LeaderboardScreen } from '@/components/admin/leaderboard/leaderboard-screen'

export const metadata: Metadata = { title: 'Ljestvica' }

export default function LeaderboardPage() {
  return (
    <StaffPage may="admin">
      <LeaderboardScreen />
    </StaffPage>
  )
}
