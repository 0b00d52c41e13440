'use client'

import { TriangleAlert, UserPlus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ignoreRepeat, moveFocus } from '@/components/ui/keys'
import { DESK_MESSAGES } from '@/lib/guests/rules'
import type { NamedFresher } from '@/lib/guests/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import type { Desk } from './use-desk'

/** Warning that the student already has a ticket. Shown above all other results. */
export function HasTicket({ soldAt, soldBy }: { soldAt: string | null; soldBy: string | null }) {
  return (
    <p role="status" className="flex items-center gap-3 rounded-md bg-warn px-4 py-3 text-on-warn">
      <TriangleAlert aria-hidden="true" className="size-9 shrink-0" />
      <span className="min-w-0">
        <span className="block text-2xl leading-tight font-black">VEĆ IMA KARTU</span>
        <span className="block wrap-anywhere">
          <span>{soldAt && `od ${formatDateTime(soldAt)}`}</span>
          <span>{soldBy && ` · prodaja: ${soldBy}`}</span>
        </span>
      </span>
    </p>
  )
}

/**
 * Sign-ups whose JMBAG is on no guest list, with a button that adds the student (rule 3.14). If the
 * desk may not add students, a message states that an admin does.
 */
export function Unlisted({ desk }: { desk: Desk }) {
  const { unlisted, mayAdd, saving } = desk.state
  const [pressedId, setPressedId] = useState<number>()
  const isAdding = (id: number) => saving === 'adding' && pressedId === id
  if (unlisted.length === 0) return null
  return (
    <section
      aria-label="Prijave izvan popisa"
      className="mt-2 divide-y divide-edge rounded-md border border-edge bg-panel"
    >
      {unlisted.map((signup) => (
        <div
          key={signup.id}
          className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 max-sm:flex-col max-sm:items-stretch"
        >
          <p className="min-w-0">
            <strong className="block text-lg wrap-anywhere">
              {DESK_MESSAGES.signedUp(`${signup.name} ${signup.surname}`)}
            </strong>
            <span className="block text-sm wrap-anywhere text-muted">
              {signup.email} · {formatDateTime(signup.submitted_at)}
            </span>
          </p>
          {mayAdd && (
            <Button
              pending={isAdding(signup.id)}
              onClick={() => {
                setPressedId(signup.id)
                void desk.add(signup)
              }}
              onKeyDown={ignoreRepeat}
            >
              {!isAdding(signup.id) && <UserPlus aria-hidden="true" className="size-5" />}
              <span>Dodaj na popis</span>
            </Button>
          )}
        </div>
      ))}
      {!mayAdd && <p className="px-4 py-3 font-semibold">{DESK_MESSAGES.adminAdds}</p>}
    </section>
  )
}

interface NamedProps {
  named: NamedFresher[]
  list: RefObject<HTMLUListElement | null>
  onChoose: (fresher: NamedFresher) => void
}

/** Lists freshers found by name. Arrow keys move the focus, and Enter opens the focused fresher. */
export function NamedList({ named, list, onChoose }: NamedProps) {
  if (named.length === 0) return null
  return (
    <ul
      ref={list}
      aria-label="Brucoši s tim imenom"
      onKeyDown={(event) => moveFocus(list.current, event)}
      className="mt-2 divide-y divide-edge overflow-hidden rounded-md border border-edge bg-panel"
    >
      {named.map((fresher) => (
        <li key={fresher.guest ?? fresher.jmbag}>
          <button
            type="button"
            onClick={() => onChoose(fresher)}
            onKeyDown={ignoreRepeat}
            className="flex min-h-12 w-full flex-col justify-center px-4 py-2 text-left sm:flex-row sm:items-center sm:justify-between sm:gap-4 -outline-offset-3 hover:bg-panel-2 focus-visible:bg-panel-2"
          >
            <span className="min-w-0 font-semibold wrap-anywhere">
              {`${fresher.surname} ${fresher.name}`.trim()}
            </span>
            <span className="shrink-0 text-sm text-muted tabular-nums">
              {[
                fresher.jmbag,
                fresher.guest === null && 'nije na popisu',
                fresher.bought === '1' && 'već ima kartu',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
