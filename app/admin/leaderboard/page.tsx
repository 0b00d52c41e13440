import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { LeaderboardScreen } from '@/components/admin/leaderboard/leaderboard-screen'

export const metadata: Metadata = { title: 'Ljestvica' }

export default staffPage('admin', () => <LeaderboardScreen />)
