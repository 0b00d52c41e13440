import type { Metadata } from 'next'
import { StaffPage, staffPage } from '@/app/admin/staff-page'
import { HardRedirect } from '@/components/admin/frame/access-denied'

export const metadata: Metadata = { title: 'Gosti po tagu' }

/**
 * Redirects privilege 4 and admins to the entry screen, whose search can be limited to a tag
 * (rule 9.5).
 */
export default staffPage('entry', () => (
  <StaffPage permission="tickets">
    <HardRedirect href="/ulaz" />
  </StaffPage>
))
