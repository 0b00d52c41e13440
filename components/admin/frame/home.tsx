import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { TodaySales } from '@/components/admin/guests/today-sales'
import { may } from '@/lib/auth/permissions'
import type { Account } from '@/lib/auth/schema'
import { screensFor } from './pages'

/** The staff home: what this person can do, as large targets, and how today goes. */
export function Home({ user }: { user: Account }) {
  return (
    <>
      <h1 className="mb-5 text-2xl font-bold">Dobrodošli, {user.name || user.email}</h1>
      {may(user.privilege, 'tickets') && <TodaySales />}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {screensFor(user.privilege).map(({ href, label, does, icon: Icon }) => (
          <li key={href}>
            <Link
              href={href}
              className="flex min-h-22 items-center gap-4 rounded-lg border border-edge bg-panel p-4 hover:bg-panel-2"
            >
              <Icon aria-hidden="true" className="size-7 shrink-0 text-accent" />
              <span className="min-w-0 flex-1">
                <span className="block text-lg font-bold">{label}</span>
                <span className="block text-sm text-muted">{does}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
