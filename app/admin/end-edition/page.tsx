import type { Metadata } from 'next'
import { EndScreen } from '@/components/admin/editions/end-screen'
import { staffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Kraj festivala' }

export default staffPage('admin', () => <EndScreen />)
