import type { Metadata } from 'next'
import { ArrivalsReport } from '@/components/admin/reports/arrivals-report'
import { DailyReport } from '@/components/admin/reports/daily-report'
import { staffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Dnevni izvještaj' }

export default staffPage('admin', () => (
  <>
    <DailyReport />
    <ArrivalsReport />
  </>
))
