import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { TagsScreen } from '@/components/admin/tags/tags-screen'

export const metadata: Metadata = { title: 'Tagovi' }

export default staffPage('admin', () => <TagsScreen />)
