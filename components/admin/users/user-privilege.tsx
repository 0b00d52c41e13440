'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from 'sonner'
import { useApiMutation } from '@/components/admin/data/use-write'
import { classes } from '@/components/ui/classes'
import { Confirm } from '@/components/ui/confirm'
import { Spinner } from '@/components/ui/spinner'
import { api } from '@/lib/api-client/client'
import { PRIVILEGE_DESCRIPTIONS, PRIVILEGE_LABELS } from '@/lib/auth/rules'
import type { User } from '@/lib/users/schema'

/** Privileges with their labels, in the order of the users screen (rule 13.5). */
const BUTTONS = [
  { privilege: 0, label: 'X' },
  { privilege: 3, label: 'Karte' },
  { privilege: 2, label: 'Ulaz' },
  { privilege: 4, label: 'Ulaz+Karte' },
  { privilege: 1, label: 'Admin' },
]

const ADMIN = 1

/** Time in ms for which a change can be undone. */
const UNDO_TIMEOUT_MS = 10_000

interface Change {
  from: number
  to: number
  isUndo?: boolean
}

/**
 * Changes the privilege of a user with one press. A change of another user can be undone for ten
 * seconds. Asks first if a user becomes an admin or stops being one, and if users change their own
 * privilege.
 */
export function UserPrivilege({ user, isMe }: { user: User; isMe: boolean }) {
  const router = useRouter()
  /** The change that the open dialog asks about; null while the dialog is closed. */
  const [changeToConfirm, setChangeToConfirm] = useState<Change | null>(null)
  const userName = user.name || user.email
  const { run, pending, isPending } = useApiMutation({
    call: async ({ from, to, isUndo }: Change) => {
      const after = await api('PUT', '/users/[id]', {
        params: { id: user.id },
        body: { privilege: to, seen: { privilege: from } },
      })
      // The message is shown here, because the changed row may leave the filtered list.
      toast.success(`${userName}: ${PRIVILEGE_LABELS[to]}.`, {
        ...(!isUndo && !isMe && undo({ from: to, to: from, isUndo: true })),
      })
      return after
    },
    invalidates: ['users'],
  })

  const undo = (reverse: Change) => ({
    duration: UNDO_TIMEOUT_MS,
    action: {
      label: 'Vrati',
      // While an earlier change is pending, `run` does nothing. The message then stays open for
      // another press.
      onClick: (event: { preventDefault: () => void }) => {
        if (!run(reverse)) event.preventDefault()
      },
    },
    classNames: { actionButton: 'h-11! px-4! text-base! font-semibold!' },
  })

  const save = (change: Change) =>
    run(change, {
      onSuccess: () => {
        setChangeToConfirm(null)
        // Reloads the layout, which shows the screens that the user may open now.
        if (isMe) router.refresh()
      },
      onError: () => setChangeToConfirm(null),
    })
  function choose(to: number) {
    const change = { from: user.privilege, to }
    if (isMe || to === ADMIN || user.privilege === ADMIN) setChangeToConfirm(change)
    else save(change)
  }

  return (
    <>
      <PrivilegeButtons
        userName={userName}
        current={user.privilege}
        pending={pending?.to}
        onChoose={choose}
      />
      <Confirm
        open={changeToConfirm !== null}
        question={confirmationQuestion(userName, changeToConfirm?.to, isMe)}
        yes="Promijeni"
        danger
        pending={isPending}
        onYes={() => changeToConfirm !== null && save(changeToConfirm)}
        onNo={() => setChangeToConfirm(null)}
      >
        {isMe ? (
          <p>
            Više nećete biti {PRIVILEGE_LABELS[changeToConfirm?.from ?? 0]}, nego{' '}
            {PRIVILEGE_LABELS[changeToConfirm?.to ?? 0]}, i ovu promjenu ne možete sami vratiti.
          </p>
        ) : (
          <p>
            {PRIVILEGE_LABELS[changeToConfirm?.to ?? 0]}:{' '}
            {PRIVILEGE_DESCRIPTIONS[changeToConfirm?.to ?? 0]}. Vrijedi odmah.
          </p>
        )}
      </Confirm>
    </>
  )
}

function confirmationQuestion(userName: string, to: number | undefined, isMe: boolean): string {
  if (isMe) return 'Promijeniti vlastitu privilegiju?'
  return to === ADMIN ? `${userName}: dati sva prava admina?` : `${userName}: oduzeti prava admina?`
}

interface Props {
  /** Name of the user whose privilege is shown. */
  userName: string
  current: number
  /** The privilege that is being saved; undefined if there is none. */
  pending: number | undefined
  onChoose: (privilege: number) => void
}

/** One button for each privilege. The current privilege of the user is marked. */
function PrivilegeButtons({ userName, current, pending, onChoose }: Props) {
  return (
    <fieldset className="grid w-full min-w-0 grid-cols-6 gap-1 md:flex">
      <legend className="sr-only">Privilegija: {userName}</legend>
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
            aria-label={privilege === 0 ? `X, ${PRIVILEGE_LABELS[0]}` : undefined}
            title={PRIVILEGE_LABELS[privilege]}
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
            <span>{label}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
