'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { NO_PRIVILEGES, withNext } from '@/lib/auth/rules'

/** Says the sentence of rule 9.2 and leads away: to the staff home, or to the login at privilege 0. */
export function Forbidden({ to }: { to: '/admin' | '/admin/login' }) {
  const router = useRouter()
  useEffect(() => {
    // After the paint, so that the sentence stands on the page behind the alert.
    const soon = setTimeout(() => {
      alert(NO_PRIVILEGES)
      router.replace(to)
    }, 50)
    return () => clearTimeout(soon)
  }, [router, to])
  return (
    <p role="alert" className="py-6 text-lg">
      {NO_PRIVILEGES}
    </p>
  )
}

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

/** Leads on to a page that is loaded as such, since its own worker is to bring it. */
export function HardRedirect({ href }: { href: string }) {
  useEffect(() => location.replace(href), [href])
  return (
    <a href={href} className="py-6 font-semibold underline">
      Na ulaz
    </a>
  )
}
