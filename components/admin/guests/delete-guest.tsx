'use client'

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '@/components/admin/gate/guest-facts'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Notice } from '@/components/ui/notice'
import type { Guest } from '@/lib/guests/schema'
import type { Deletion } from './use-deletion'

interface Props {
  guest: Guest
  deletion: Deletion
  onGone: () => void
}

/** Asks, then deletes the guest; a refusal is told right there. */
export function DeleteGuest({ guest, deletion, onGone }: Props) {
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
        onYes={() =>
          deletion.remove(
            { id: guest.id, name, onGone },
            { onError: ({ detail }) => setRefusal(detail) },
          )
        }
        onNo={() => setAsking(false)}
      >
        <p className="text-muted">
          Nestaje sa svih popisa, a njegova karta više ne vrijedi na ulazu. Brisanje se može
          poništiti.
        </p>
        {refusal && (
          <Notice tone="error" className="mt-3 bg-panel-2">
            {refusal}
          </Notice>
        )}
      </Confirm>
    </>
  )
}
