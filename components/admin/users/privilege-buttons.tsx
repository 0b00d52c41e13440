'use client'

import { classes } from '@/components/ui/classes'
import { Spinner } from '@/components/ui/spinner'
import { PRIVILEGE_WORDS } from '@/lib/auth/rules'

/** As the users screen writes them (spec section 2), in its order. */
const BUTTONS = [
  { privilege: 0, label: 'X' },
  { privilege: 3, label: 'Karte' },
  { privilege: 2, label: 'Ulaz' },
  { privilege: 4, label: 'Ulaz+Karte' },
  { privilege: 1, label: 'Admin' },
]

interface Props {
  /** Whose they are. */
  of: string
  current: number
  /** The one being given right now. */
  pending: number | undefined
  onChoose: (privilege: number) => void
}

/** One button per privilege; the one that the person has is marked. */
export function PrivilegeButtons({ of, current, pending, onChoose }: Props) {
  return (
    <fieldset className="grid w-full min-w-0 grid-cols-6 gap-1 md:flex">
      <legend className="sr-only">Privilegija: {of}</legend>
      {BUTTONS.map(({ privilege, label }) => {
        const isCurrent = privilege === current
        const isPending = pending === privilege
        return (
          <button
            key={privilege}
            type="button"
            aria-pressed={isCurrent}
            aria-busy={isPending || undefined}
            aria-disabled={pending !== undefined || undefined}
            aria-label={privilege === 0 ? `X, ${PRIVILEGE_WORDS[0]}` : undefined}
            title={PRIVILEGE_WORDS[privilege]}
            onClick={() => pending === undefined && !isCurrent && onChoose(privilege)}
            className={classes(
              'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-md border px-3 text-sm font-semibold aria-disabled:cursor-progress',
              privilege === 4 || privilege === 1 ? 'col-span-3' : 'col-span-2',
              isCurrent
                ? 'border-text bg-text text-ground'
                : 'border-edge bg-panel text-text hover:bg-panel-2',
            )}
          >
            {isPending && <Spinner />}
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
