import { type ReactNode, Suspense } from 'react'
import { Forbidden, SignedOut } from '@/components/admin/frame/turned-away'
import { hasPermission, type Permission } from '@/lib/auth/rules'
import { getCurrentUser } from '@/lib/auth/sessions'

/**
 * What every staff page stands in: shows it to whom it is for, the sentence of rule 9.2 to the
 * rest. The API behind the page asks again; this only spares a useless screen.
 */
export function StaffPage({ may: duty, children }: { may: Permission; children: ReactNode }) {
  return (
    <Suspense>
      <Gate duty={duty}>{children}</Gate>
    </Suspense>
  )
}

/** Such a page whole: what it shows is a component, which is drawn for whom it is for alone. */
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
  return children
}
