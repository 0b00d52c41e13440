import type { Metadata } from 'next'
import { VisibilitySettings } from '@/components/admin/visibility/visibility-settings'
import { staffPage } from '../staff-page'

export const metadata: Metadata = { title: 'Prikaz' }

export default staffPage('admin', () => <VisibilitySettings />)
