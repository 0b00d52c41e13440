import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { TodaySales } from '@/components/admin/desk/today-sales'
import { FileLink } from '@/components/admin/frame/file-link'
import { groupsFor, type StaffScreen, screensFor } from '@/components/admin/frame/pages'
import { LastNight } from '@/components/admin/reports/arrivals-chart'
import { StoppedReceivers } from '@/components/admin/webhooks/stopped-receivers'
import { hasPermission } from '@/lib/auth/rules'
import type { Account } from '@/lib/auth/schema'
import { FirstRun } from './first-run'
import { Today } from './today'

interface Props extends ComponentProps<typeof FirstRun> {
  user: Account
}

/**
 * Home screen of the back office: figures of the day for admins, and the screens that the user may
 * open.
 */
export function Home({ user, steps }: Props) {
  const isAdmin = hasPermission(user.privilege, 'admin')
  return (
    <>
      <h1 className="mb-5 text-2xl font-bold">Dobrodošli, {user.name || user.email}</h1>
      {isAdmin ? (
        <>
          <FirstRun steps={steps} />
          <StoppedReceivers />
          <Today />
          <LastNight />
          <AllScreens privilege={user.privilege} />
        </>
      ) : (
        <>
          {hasPermission(user.privilege, 'tickets') && <TodaySales />}
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {screensFor(user.privilege).map((screen) => (
              <li key={screen.href}>
                <ScreenLink screen={screen} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const LINE = 'flex min-h-12 items-center gap-3 rounded-md px-3 py-1.5 hover:bg-panel-2'

/** All screens that a user with many screens may open, in groups. */
export function AllScreens({ privilege }: { privilege: number }) {
  return (
    <div className="gap-4 md:columns-2 lg:columns-3">
      {groupsFor(privilege).map(({ heading, screens }) => (
        <section
          key={heading}
          aria-label={heading}
          className="mb-4 break-inside-avoid rounded-lg border border-edge bg-panel p-2"
        >
          <h2 className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">{heading}</h2>
          <ul>
            {screens.map(({ href, label, does, icon: Icon, file }) => {
              const content = (
                <>
                  <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
                  <span className="min-w-0">
                    <span className="block font-semibold">{label}</span>
                    <span className="block text-sm text-muted">{does}</span>
                  </span>
                </>
              )
              return (
                <li key={href}>
                  {file ? (
                    <FileLink file={file} className={LINE}>
                      {content}
                    </FileLink>
                  ) : (
                    <Link href={href} prefetch={false} className={LINE}>
                      {content}
                    </Link>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Large link to a screen, for users who may open only a few. */
function ScreenLink({ screen: { href, label, does, icon: Icon } }: { screen: StaffScreen }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="flex min-h-22 items-center gap-4 rounded-lg border border-edge bg-panel p-4 hover:bg-panel-2"
    >
      <Icon aria-hidden="true" className="size-7 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block text-lg font-bold">{label}</span>
        <span className="block text-sm text-muted">{does}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
