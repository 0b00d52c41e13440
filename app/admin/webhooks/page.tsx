import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { WebhooksScreen } from '@/components/admin/webhooks/webhooks-screen'

export const metadata: Metadata = { title: 'Dojave' }

export default staffPage('admin', () => <WebhooksScreen />)
