import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { MailsScreen } from '@/components/admin/mails/mails-screen'

export const metadata: Metadata = { title: 'Poslana pošta' }

export default staffPage('admin', () => <MailsScreen />)
