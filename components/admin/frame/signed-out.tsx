'use client'

import { useEffect } from 'react'
import { withNext } from '@/lib/auth/rules'

/**
 * A sign-in that has ended on the server goes through the logout and the login, and comes
 * back to this very address, which the server does not know when a page is put together.
 */
export function SignedOut() {
  useEffect(() => {
    location.replace(withNext('/admin/logout', location.pathname + location.search))
  }, [])
  return (
    <p role="status" className="py-6 text-muted">
      Prijava je istekla.
    </p>
  )
}
