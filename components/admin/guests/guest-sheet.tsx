'use client'

import { useState } from 'react'
import { ConfirmDiscard } from '@/components/admin/data/leave-guard'
import { fullName } from '@/components/gate/screens/guest'
import { Button } from '@/components/ui/button'
import { CloseCross, DialogFrame, DialogTitle } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { tagLabel } from '@/lib/guests/rules'
import {
  DeletedGuestNotice,
  DeleteGuest,
  type Deletion,
  RestoreDialog,
  useDeletion,
} from './delete-guest'
import { GuestForm } from './guest-form'
import { GuestTimeline } from './guest-timeline'
import { PresenceSwitch, TicketSwitch } from './ticket-switch'
import { useGuest } from './use-guests'

interface Props {
  id: number
  onClose: () => void
  onDirty: (isDirty: boolean) => void
  deletion: Deletion
}

/** Dialog with one guest: at the right edge on a desktop, at the bottom on a phone. */
function GuestSheet({ id, onClose, onDirty, deletion }: Props) {
  const { data: guest, error, isFetching, refetch } = useGuest(id)
  const isDeleted = error instanceof Error && 'status' in error && error.status === 404
  const { storeFocus, onCloseAutoFocus } = useFocusReturn()
  return (
    <DialogFrame
      onClose={onClose}
      onOpenAutoFocus={(event) => {
        storeFocus()
        // Focuses the dialog itself, so that a phone does not open its keyboard at once.
        event.preventDefault()
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
      }}
      onCloseAutoFocus={onCloseAutoFocus}
      className="fixed inset-x-0 bottom-0 z-50 flex max-h-[94dvh] flex-col rounded-t-xl border border-edge bg-ground text-text shadow-xl focus:outline-none md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[36rem] md:rounded-none md:border-y-0 md:border-r-0"
    >
      <header className="flex items-start justify-between gap-4 border-b border-edge bg-panel px-4 py-3 max-md:rounded-t-xl md:px-6">
        <div className="min-w-0">
          <DialogTitle className="truncate text-xl font-bold">
            {guest && !isDeleted ? fullName(guest) : 'Gost'}
          </DialogTitle>
          <p className="truncate text-muted">{guest && !isDeleted && tagLabel(guest.tag)}</p>
        </div>
        <CloseCross className="-mr-2" />
      </header>
      <div className="space-y-4 overflow-y-auto px-4 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom))] md:px-6">
        {error && !guest && !isDeleted && (
          <Notice tone="error">
            <p>{error.message}</p>
            <Button className="mt-3" pending={isFetching} onClick={() => refetch()}>
              Pokušaj ponovno
            </Button>
          </Notice>
        )}
        {isDeleted && <DeletedGuestNotice id={id} deletion={deletion} />}
        {guest && !isDeleted && (
          <>
            <div className="divide-y divide-edge rounded-lg border border-edge bg-panel px-4">
              <TicketSwitch guest={guest} />
              <PresenceSwitch guest={guest} />
            </div>
            <GuestForm guest={guest} onDirty={onDirty} />
            <GuestTimeline id={id} />
            <DeleteGuest
              guest={guest}
              deletion={deletion}
              onDeleted={() => {
                onDirty(false)
                onClose()
              }}
            />
          </>
        )}
        {!guest && !error && (
          <p role="status" className="flex items-center gap-3 py-8 text-muted">
            <Spinner /> Učitavanje gosta …
          </p>
        )}
      </div>
    </DialogFrame>
  )
}

interface GuestDialogProps {
  /** Id of the guest in the URL; null if none is open. */
  id: number | null
  onClose: () => void
  onReopen: (id: number) => void
}

/**
 * Dialog with the guest in the URL. Unsaved input stays open even after Back has changed the URL,
 * until the user confirms that it is discarded.
 */
export function GuestDialog({ id, onClose, onReopen }: GuestDialogProps) {
  const [dirtyId, setDirtyId] = useState<number | null>(null)
  const deletion = useDeletion()
  const shown = dirtyId ?? id
  return (
    <>
      {shown !== null && (
        <GuestSheet
          key={shown}
          id={shown}
          onClose={onClose}
          onDirty={(isDirty) => setDirtyId(isDirty ? shown : null)}
          deletion={deletion}
        />
      )}
      <ConfirmDiscard
        open={dirtyId !== null && id !== dirtyId}
        onYes={() => setDirtyId(null)}
        onNo={() => dirtyId !== null && onReopen(dirtyId)}
      />
      <RestoreDialog deletion={deletion} />
    </>
  )
}
