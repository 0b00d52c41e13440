'use client'

import { useState } from 'react'
import { toast } from 'sonner'
import { useWrite } from '@/components/admin/data/use-write'
import { api } from '@/lib/http/client'
import { GUESTS } from './use-guests'

/** A deletion can be undone at once for this long, in ms; later from the guest's own address. */
const UNDO_LIFE = 10_000

interface Restoring {
  id: number
  /** Onto which list, where its own is gone. */
  tag?: string
}

/** Deletes a guest, offers to undo it, and asks for a list where the guest's own is gone. */
export function useDeletion() {
  const [homeless, setHomeless] = useState<number | null>(null)

  const restoring = useWrite({
    call: ({ id, tag }: Restoring) =>
      api('POST', '/guests/[id]/restore', { params: { id }, query: { tag } }),
    stale: [GUESTS],
    done: 'Gost je vraćen na popis.',
    failed: null,
  })

  const restore = (what: Restoring, onError?: (detail: string) => void) =>
    restoring.run(what, {
      onSuccess: () => setHomeless(null),
      onError: ({ code, detail }) => {
        if (onError) onError(detail)
        else if (code === 'list_gone') setHomeless(what.id)
        else toast.error(`Gost nije vraćen. ${detail}`)
      },
    })

  const deleting = useWrite({
    call: async ({ id, name, onGone }: { id: number; name: string; onGone: () => void }) => {
      await api('DELETE', '/guests/[id]', { params: { id } })
      onGone()
      toast.success(`${name}: obrisano.`, {
        duration: UNDO_LIFE,
        action: { label: 'Vrati', onClick: () => restore({ id }) },
        classNames: { actionButton: 'h-11! px-4! text-base! font-semibold!' },
      })
    },
    stale: [GUESTS],
    failed: null,
  })

  return {
    remove: deleting.run,
    isRemoving: deleting.isPending,
    restore,
    isRestoring: restoring.isPending,
    /** The deleted guest for whom a list must be chosen. */
    homeless,
    giveUp: () => setHomeless(null),
  }
}

export type Deletion = ReturnType<typeof useDeletion>
