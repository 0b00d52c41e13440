import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { AllScreens } from '@/components/admin/home/home'

export const metadata: Metadata = { title: 'Admin panel' }

export default staffPage('admin', () => (
  <>
    <ScreenHead title="Admin panel" />
    <AllScreens privilege={1} />
  </>
))
