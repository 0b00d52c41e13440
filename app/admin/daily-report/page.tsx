import type { Metadata } from 'next'
import { ArrivalsReport } from '@/components/admin/reports/arrivals-report'
import { DailyReport } from '@/components/admin/reports/daily-report'
import { StaffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Dnevni izvještaj' }

export default function DailyReportPage() {
  return (
    <StaffPage may="admin">
      <DailyReport />
      <ArrivalsReport />
    </StaffPage>
  )
}
