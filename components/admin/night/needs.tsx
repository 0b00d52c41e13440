import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { formatNumber } from '@/components/ui/grouped'
import type { NightSnapshot } from '@/lib/night/board/board-schema'
import { formatAgo } from '@/lib/time/zagreb'

interface Need {
  key: string
  what: string
  more: string
  href: string
}

/**
 * Maximum number of devices with problems that are listed one by one, and of issues on a large
 * screen.
 */
const MOST = 3
const ON_WALL = 3

const nameOf = ({ name, surname }: { name: string; surname: string }) =>
  `${name} ${surname}`.trim() || 'gost bez imena'

function needsOf({ doubles, objections, troubles, mails, gates, at }: NightSnapshot): Need[] {
  const needs: Need[] = []
  if (doubles.waiting > 0)
    needs.push({
      key: 'doubles',
      what: `Dvostruki ulazi: ${formatNumber(doubles.waiting)}`,
      more: doubles.newest
        ? `zadnji: ${nameOf(doubles.newest.guest)}, ${formatAgo(doubles.newest.foundAt, new Date(at))}`
        : 'čekaju odluku',
      href: '/admin/gates',
    })
  if (objections > 0)
    needs.push({
      key: 'objections',
      what: `Sporni prolazi bez mreže: ${formatNumber(objections)}`,
      more: 'ostaju ili su izvedeni van',
      href: '/admin/gates',
    })
  for (const { device, gate, what, remedy } of troubles.slice(0, MOST))
    needs.push({
      key: `device ${device} ${what}`,
      what: `${device}${gates.length > 1 && gate ? `, ${gate}` : ''}: ${what}`,
      more: remedy,
      href: '/admin/gates',
    })
  if (troubles.length > MOST)
    needs.push({
      key: 'devices',
      what: `Još uređaja koji trebaju pažnju: ${formatNumber(troubles.length - MOST)}`,
      more: 'svi su na stranici Ulazi',
      href: '/admin/gates',
    })
  if (mails.failed > 0)
    needs.push({
      key: 'mails',
      what: `Neisporučeni mailovi: ${formatNumber(mails.failed)}`,
      more:
        mails.waiting > 0 ? `na čekanju: ${formatNumber(mails.waiting)}` : 'potvrde karata i drugo',
      href: '/admin/mails',
    })
  return needs
}

/**
 * List of open issues, above everything else. Each issue links to the screen where it is resolved.
 */
export function OpenIssues({ night, isWall }: { night: NightSnapshot; isWall: boolean }) {
  const all = needsOf(night)
  const needs = isWall ? all.slice(0, ON_WALL) : all
  return (
    <section aria-label="Treba nekoga" className="night-needs">
      {needs.length === 0 ? (
        <p className="flex min-h-12 items-center gap-2 text-lg font-semibold">
          <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-go" />
          Ništa ne treba pažnju.
        </p>
      ) : (
        <ul className="night-need-list">
          {needs.map(({ key, what, more, href }) => (
            <li key={key}>
              <Link
                href={href}
                className="flex min-h-14 items-center gap-3 rounded-lg border border-l-8 border-edge border-l-stop bg-panel px-3 py-2 hover:bg-panel-2"
              >
                <CircleAlert aria-hidden="true" className="size-6 shrink-0 text-stop" />
                <span className="min-w-0 flex-1">
                  <span className="block text-lg leading-snug font-bold break-words tabular-nums">
                    {what}
                  </span>
                  <span className="block text-muted max-md:hidden">{more}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
          {all.length > needs.length && (
            <li className="self-center text-lg font-bold">i još {all.length - needs.length}</li>
          )}
        </ul>
      )}
    </section>
  )
}
