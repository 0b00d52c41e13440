import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { HardRedirect } from '@/components/admin/frame/turned-away'

export const metadata: Metadata = { title: 'Ulaz' }

/** The gate has a page of its own, which opens without a network too. */
export default staffPage('entry', () => <HardRedirect href="/ulaz" />)
