import { type ReactNode, Suspense } from 'react'
import { DiscardablePage } from '@/components/admin/data/leave-guard'
import { Forbidden, SignedOut } from '@/components/admin/frame/access-denied'
import { hasPermission, type Permission } from '@/lib/auth/rules'
import { getCurrentUser } from '@/lib/auth/sessions'

interface StaffPageProps {
  permission: Permission
  children: ReactNode
}

/**
 * Wrapper of every page of the back office. Shows the page to users with the permission, and the
 * message of rule 9.2 to all others. The API checks the permission again, so this check only avoids
 * a useless screen.
 */
export function StaffPage({ permission, children }: StaffPageProps) {
  return (
    <Suspense>
      <RequirePermission permission={permission}>{children}</RequirePermission>
    </Suspense>
  )
}

/** Creates a page component that renders `Screen` only for users with the permission. */
export const staffPage =
  <Props extends object>(
    permission: Permission,
    Screen: (props: Props) => ReactNode | Promise<ReactNode>,
  ) =>
  (props: Props) => (
    <StaffPage permission={permission}>
      <Screen {...props} />
    </StaffPage>
  )

async function RequirePermission({ permission, children }: StaffPageProps) {
  const user = await getCurrentUser()
  if (!user) return <SignedOut />
  if (user.privilege === 0) return <Forbidden to="/admin/login" />
  if (!hasPermission(user.privilege, permission)) return <Forbidden to="/admin" />
  return <DiscardablePage>{children}</DiscardablePage>
}
