import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { ApiReference } from '@/components/admin/api/api-reference'

export const metadata: Metadata = { title: 'API' }

export default staffPage('admin', () => <ApiReference />)
