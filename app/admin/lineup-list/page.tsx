import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { LineupScreen } from '@/components/admin/lineup/lineup-screen'

export const metadata: Metadata = { title: 'Izvođači' }

export default staffPage('admin', () => <LineupScreen />)
