import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { HardRedirect } from '@/components/admin/frame/access-denied'

export const metadata: Metadata = { title: 'Ulaz' }

/** Redirects to the entry screen (/ulaz), which also opens without a network. */
export default staffPage('entry', () => <HardRedirect href="/ulaz" />)
