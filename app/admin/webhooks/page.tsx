import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { WebhooksScreen } from '@/components/admin/webhooks/webhooks-screen'

export const metadata: Metadata = { title: 'Dojave' }

export default function WebhooksPage() {
  return (
    <StaffPage may="admin">
      <WebhooksScreen />
    </StaffPage>
  )
}
