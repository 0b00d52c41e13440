import { TodaySales } from '@/components/admin/desk/today-sales'
import { screensFor } from '@/components/admin/frame/pages'
import { ArrivalsChart } from '@/components/admin/reports/arrivals-chart'
import { may } from '@/lib/auth/rules'
import type { Account } from '@/lib/auth/schema'
import { AllScreens } from './all-screens'
import { ScreenLink } from './screen-link'
import { Today } from './today'

/** The staff home: how the day goes, and what this person can do. */
export function Home({ user }: { user: Account }) {
  const isAdmin = may(user.privilege, 'admin')
  return (
    <>
      <h1 className="mb-5 text-2xl font-bold">Dobrodošli, {user.name || user.email}</h1>
      {isAdmin ? (
        <>
          <Today />
          <ArrivalsChart />
          <AllScreens privilege={user.privilege} />
        </>
      ) : (
        <>
          {may(user.privilege, 'tickets') && <TodaySales />}
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
