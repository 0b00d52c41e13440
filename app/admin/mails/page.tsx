import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { MailsScreen } from '@/components/admin/mails/mails-screen'

export const metadata: Metadata = { title: 'Poslana pošta' }

export default function MailsPage() {
  return (
    <StaffPage may="admin">
      <MailsScreen />
    </StaffPage>
  )
}
