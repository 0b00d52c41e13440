import type { Metadata } from 'next'
import { CashSettings } from '@/components/admin/cash/cash-settings'
import { DeskSettings } from '@/components/admin/festival/desk-settings'
import { FestivalScreen } from '@/components/admin/festival/festival-screen'
import { staffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Festival' }

export default staffPage('admin', () => (
  <>
    <FestivalScreen />
    <DeskSettings />
    <CashSettings />
  </>
))
