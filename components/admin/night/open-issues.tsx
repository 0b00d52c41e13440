import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { formatNumber } from '@/components/ui/format-number'
import type { NightSnapshot } from '@/lib/night/board/board-schema'
import { formatAgo } from '@/lib/time/zagreb'

interface Issue {
  key: string
  title: string
  details: string
  href: string
}

/**
 * Maximum number of devices with problems that are listed one by one, and of issues on a large
 * screen.
 */
const MAX_LISTED_DEVICES = 3
const MAX_ISSUES_ON_WALL = 3

const guestName = ({ name, surname }: { name: string; surname: string }) =>
  `${name} ${surname}`.trim() || 'gost bez imena'

function listIssues({ doubles, objections, troubles, mails, gates, at }: NightSnapshot): Issue[] {
  const issues: Issue[] = []
  if (doubles.waiting > 0)
    issues.push({
      key: 'doubles',
      title: `Dvostruki ulazi: ${formatNumber(doubles.waiting)}`,
      details: doubles.newest
        ? `zadnji: ${guestName(doubles.newest.guest)}, ${formatAgo(doubles.newest.foundAt, new Date(at))}`
        : 'čekaju odluku',
      href: '/admin/gates',
    })
  if (objections > 0)
    issues.push({
      key: 'objections',
      title: `Sporni prolazi bez mreže: ${formatNumber(objections)}`,
      details: 'ostaju ili su izvedeni van',
      href: '/admin/gates',
    })
  for (const { device, gate, what, remedy } of troubles.slice(0, MAX_LISTED_DEVICES))
    issues.push({
      key: `device ${device} ${what}`,
      title: `${device}${gates.length > 1 && gate ? `, ${gate}` : ''}: ${what}`,
      details: remedy,
      href: '/admin/gates',
    })
  const unlisted = troubles.length - MAX_LISTED_DEVICES
  if (unlisted > 0)
    issues.push({
      key: 'devices',
      title: `Još uređaja koji trebaju pažnju: ${formatNumber(unlisted)}`,
      details: 'svi su na stranici Ulazi',
      href: '/admin/gates',
    })
  if (mails.failed > 0)
    issues.push({
      key: 'mails',
      title: `Neisporučeni mailovi: ${formatNumber(mails.failed)}`,
      details:
        mails.waiting > 0 ? `na čekanju: ${formatNumber(mails.waiting)}` : 'potvrde karata i drugo',
      href: '/admin/mails',
    })
  return issues
}

/**
 * List of open issues, above everything else. Each issue links to the screen where it is resolved.
 */
export function OpenIssues({ night, isWall }: { night: NightSnapshot; isWall: boolean }) {
  const allIssues = listIssues(night)
  const issues = isWall ? allIssues.slice(0, MAX_ISSUES_ON_WALL) : allIssues
  return (
    <section aria-label="Treba nekoga" className="night-needs">
      {issues.length === 0 ? (
        <p className="flex min-h-12 items-center gap-2 text-lg font-semibold">
          <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-go" />
          Ništa ne treba pažnju.
        </p>
      ) : (
        <ul className="night-need-list">
          {issues.map(({ key, title, details, href }) => (
            <li key={key}>
              <Link
                href={href}
                className="flex min-h-14 items-center gap-3 rounded-lg border border-l-8 border-edge border-l-stop bg-panel px-3 py-2 hover:bg-panel-2"
              >
                <CircleAlert aria-hidden="true" className="size-6 shrink-0 text-stop" />
                <span className="min-w-0 flex-1">
                  <span className="block text-lg leading-snug font-bold break-words tabular-nums">
                    {title}
                  </span>
                  <span className="block text-muted max-md:hidden">{details}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
          {allIssues.length > issues.length && (
            <li className="self-center text-lg font-bold">
              i još {allIssues.length - issues.length}
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
