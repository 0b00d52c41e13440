import { buttonClasses } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { NO_PRIVILEGES } from '@/lib/auth/rules'
import type { Account } from '@/lib/auth/schema'

/** Notice on the login page for a signed-in user without privileges (privilege 0). */
export function NoPrivilegesNotice({ user }: { user: Account }) {
  return (
    <div className="space-y-4">
      <Notice tone="error">{NO_PRIVILEGES}</Notice>
      <p className="text-muted">
        Prijavljeni ste kao <strong className="text-text">{user.email}</strong>. Kad vam
        administrator dodijeli privilegiju, osvježite ovu stranicu.
      </p>
      <a href="/admin/logout" className={buttonClasses('quiet', 'w-full')}>
        Odjava
      </a>
    </div>
  )
}
