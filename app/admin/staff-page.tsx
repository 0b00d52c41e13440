import { type ReactNode, Suspense } from 'react'
import { DiscardablePage } from '@/components/admin/data/leave-guard'
import { Forbidden, SignedOut } from '@/components/admin/frame/turned-away'
import { hasPermission, type Permission } from '@/lib/auth/rules'
import { getCurrentUser } from '@/lib/auth/sessions'

/**
 * Wrapper of every page of the back office. Shows the page to users with the permission, and the
 * message of rule 9.2 to all others. The API checks the permission again, so this check only avoids
 * a useless screen.
 */
export function StaffPage({ may: duty, children }: { may: Permission; children: ReactNode }) {
  return (
    <Suspense>
      <Gate duty={duty}>{children}</Gate>
    </Suspense>
  )
}

/** Creates a page component that renders `Screen` only for users with the permission. */
export const staffPage =
  <Props extends object>(
    duty: Permission,
    Screen: (props: Props) => ReactNode | Promise<ReactNode>,
  ) =>
  (props: Props) => (
    <StaffPage may={duty}>
      <Screen {...props} />
    </StaffPage>
  )

async function Gate({ duty, children }: { duty: Permission; children: ReactNode }) {
  const user = await getCurrentUser()
  if (!user) return <SignedOut />
  if (user.privilege === 0) return <Forbidden to="/admin/login" />
  if (!hasPermission(user.privilege, duty)) return <Forbidden to="/admin" />
  return <DiscardablePage>{children}</DiscardablePage>
}
