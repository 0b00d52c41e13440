'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { NO_PRIVILEGES, withNext } from '@/lib/auth/rules'

/**
 * Shows the message of rule 9.2 about missing privileges and redirects: to the staff home, or to
 * the login page for privilege 0.
 */
export function Forbidden({ to }: { to: '/admin' | '/admin/login' }) {
  const router = useRouter()
  useEffect(() => {
    // Waits for the first paint, so that the page already shows the message when the alert opens.
    const timer = setTimeout(() => {
      alert(NO_PRIVILEGES)
      router.replace(to)
    }, 50)
    return () => clearTimeout(timer)
  }, [router, to])
  return (
    <p role="alert" className="py-6 text-lg">
      {NO_PRIVILEGES}
    </p>
  )
}

/**
 * Redirects a user whose session has ended through logout and login back to the current URL. Runs
 * in the browser, because the server does not know this URL while it renders a page.
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

/** Opens another page with a full page load, so that the service worker of that page serves it. */
export function HardRedirect({ href }: { href: string }) {
  useEffect(() => location.replace(href), [href])
  return (
    <a href={href} className="py-6 font-semibold underline">
      Na ulaz
    </a>
  )
}
