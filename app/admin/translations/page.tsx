import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { TranslationsScreen } from '@/components/admin/translations/translations-screen'

export const metadata: Metadata = { title: 'Prijevodi' }

export default function TranslationsPage() {
  return (
    <StaffPage may="admin">
      <TranslationsScreen />
    </StaffPage>
  )
}
