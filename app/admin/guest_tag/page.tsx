import type { Metadata } from 'next'
import { StaffPage, staffPage } from '@/app/admin/staff-page'
import { HardRedirect } from '@/components/admin/frame/turned-away'

export const metadata: Metadata = { title: 'Gosti po tagu' }

/**
 * Redirects privilege 4 and admins to the entry screen, whose search can be limited to a tag
 * (rule 9.5).
 */
export default staffPage('entry', () => (
  <StaffPage may="tickets">
    <HardRedirect href="/ulaz" />
  </StaffPage>
))
