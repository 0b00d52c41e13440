'use client'

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useApiMutation } from '@/components/admin/data/use-write'
import { fullName } from '@/components/gate/screens/guest'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Dialog } from '@/components/ui/dialog'
import { Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { GUEST_MESSAGES } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { ListOptions } from './list-options'
import { GUESTS, useGuestHistory } from './use-guests'

interface Props {
  guest: Guest
  deletion: Deletion
  onDeleted: () => void
}

/**
 * Button that deletes the guest after a confirmation. The dialog shows an error of the deletion.
 */
export function DeleteGuest({ guest, deletion, onDeleted }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const name = fullName(guest)

  function ask() {
    setRefusal(null)
    setAsking(true)
  }

  return (
    <>
      <Button onClick={ask} className="w-full text-stop! sm:w-auto">
        <Trash2 aria-hidden="true" className="size-5" />
        Obriši gosta
      </Button>
      <Confirm
        open={isAsking}
        question={`Obrisati gosta ${name}?`}
        yes="Obriši"
        danger
        pending={deletion.isRemoving}
        refusal={refusal}
        onYes={() =>
          deletion.remove(
            { id: guest.id, name, onDeleted },
            { onError: ({ detail }) => setRefusal(detail) },
          )
        }
        onNo={() => setAsking(false)}
      >
        <p className="text-muted">
          Nestaje sa svih popisa, a njegova karta više ne vrijedi na ulazu. Brisanje se sedam dana
          može poništiti.
        </p>
      </Confirm>
    </>
  )
}

/** Notice in place of a deleted guest, with a button that restores the guest. */
export function DeletedGuestNotice({ id, deletion }: { id: number; deletion: Deletion }) {
  const { data } = useGuestHistory(id)
  return (
    <Notice>
      <p>{GUEST_MESSAGES.notThere}</p>
      {data && (
        <Button
          className="mt-3"
          pending={deletion.isRestoring}
          onClick={() => deletion.restore({ id })}
        >
          Vrati gosta na popis
        </Button>
      )}
    </Notice>
  )
}

/** Dialog that asks for a list, if the list of a restored guest was deleted in the meantime. */
export function RestoreDialog({ deletion }: { deletion: Deletion }) {
  const { guestWithoutList, cancelRestore, restore, isRestoring } = deletion
  const [tag, setTag] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Dialog
      open={guestWithoutList !== null}
      onClose={cancelRestore}
      title="Na koji popis?"
      footer={
        <Button
          look="primary"
          pending={isRestoring}
          disabled={tag === ''}
          onClick={() =>
            guestWithoutList !== null && restore({ id: guestWithoutList, tag }, setProblem)
          }
        >
          Vrati
        </Button>
      }
    >
      <p className="mb-4">{GUEST_MESSAGES.listGone}</p>
      <Select label="Tag" value={tag} onChange={(event) => setTag(event.target.value)}>
        <option value="">Odaberite …</option>
        <ListOptions />
      </Select>
      <Notice tone="error" className="mt-4 bg-panel-2">
        {problem}
      </Notice>
    </Dialog>
  )
}

/**
 * Time in ms during which the toast offers to undo a deletion. Later a guest is restored in its
 * dialog or on the screen of deleted guests.
 */
const UNDO_DURATION_MS = 10_000

interface RestoreRequest {
  id: number
  /** Tag of the list for the guest, if the guest's own list was deleted. */
  tag?: string
}

/**
 * Deletes a guest, offers to undo the deletion, and asks for a list if the guest's own list was
 * deleted.
 */
export function useDeletion() {
  const [guestWithoutList, setGuestWithoutList] = useState<number | null>(null)

  const restoring = useApiMutation({
    call: ({ id, tag }: RestoreRequest) =>
      api('POST', '/guests/[id]/restore', { params: { id }, query: { tag } }),
    invalidates: [GUESTS],
    successMessage: 'Gost je vraćen na popis.',
    errorMessage: null,
  })

  const restore = (request: RestoreRequest, onError?: (detail: string) => void) =>
    restoring.run(request, {
      onSuccess: () => setGuestWithoutList(null),
      onError: ({ code, detail }) => {
        if (onError) onError(detail)
        else if (code === 'list_gone') setGuestWithoutList(request.id)
        else toast.error(`Gost nije vraćen. ${detail}`)
      },
    })

  const deleting = useApiMutation({
    call: async ({ id, name, onDeleted }: { id: number; name: string; onDeleted: () => void }) => {
      await api('DELETE', '/guests/[id]', { params: { id } })
      onDeleted()
      toast.success(`${name}: obrisano.`, {
        duration: UNDO_DURATION_MS,
        action: { label: 'Vrati', onClick: () => restore({ id }) },
        classNames: { actionButton: 'h-11! px-4! text-base! font-semibold!' },
      })
    },
    invalidates: [GUESTS],
    errorMessage: null,
  })

  return {
    remove: deleting.run,
    isRemoving: deleting.isPending,
    restore,
    isRestoring: restoring.isPending,
    /** Id of the guest that is being restored. */
    restoring: restoring.pending?.id,
    /** The deleted guest for whom a list must be chosen. */
    guestWithoutList,
    cancelRestore: () => setGuestWithoutList(null),
  }
}

export type Deletion = ReturnType<typeof useDeletion>
