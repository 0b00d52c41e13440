'use client'

import { useState } from 'react'
import { Confirm } from '@/components/ui/confirm'
import { GuestSheet } from './guest-sheet'
import { RestoreDialog } from './restore-dialog'
import { useDeletion } from './use-deletion'

interface Props {
  /** The guest that the address names. */
  id: number | null
  onClose: () => void
  onReopen: (id: number) => void
}

/**
 * The guest that is open. What has been typed stays, also when the way back has already led
 * away from it: only who says so throws it away.
 */
export function OpenGuest({ id, onClose, onReopen }: Props) {
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
      <Confirm
        open={dirtyId !== null && id !== dirtyId}
        question="Odbaciti promjene?"
        yes="Odbaci"
        danger
        onYes={() => setDirtyId(null)}
        onNo={() => dirtyId !== null && onReopen(dirtyId)}
      >
        <p>Ono što ste upisali nije spremljeno.</p>
      </Confirm>
      <RestoreDialog deletion={deletion} />
    </>
  )
}
