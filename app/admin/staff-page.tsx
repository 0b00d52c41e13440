import { type ReactNode, Suspense } from 'react'
import { Forbidden, SignedOut } from '@/components/admin/frame/turned-away'
import { type Duty, may } from '@/lib/auth/rules'
import { getCurrentUser } from '@/lib/auth/sessions'

/**
 * What every staff page stands in: shows it to whom it is for, the spec's sentence to the
 * rest (section 6). The API behind the page asks again; this only spares a useless screen.
 */
export function StaffPage({ may: duty, children }: { may: Duty; children: ReactNode }) {
  return (
    <Suspense>
      <Gate duty={duty}>{children}</Gate>
    </Suspense>
  )
}

async function Gate({ duty, children }: { duty: Duty; children: ReactNode }) {
  const user = await getCurrentUser()
  if (!user) return <SignedOut />
  if (user.privilege === 0) return <Forbidden to="/admin/login" />
  if (!may(user.privilege, duty)) return <Forbidden to="/admin" />
  return children
}
