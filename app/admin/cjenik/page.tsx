import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { PriceListScreen } from '@/components/admin/price-list/price-list-screen'

export const metadata: Metadata = { title: 'Cjenik' }

export default staffPage('admin', () => <PriceListScreen />)
