'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { GUEST_MESSAGES } from '@/lib/guests/rules'
import { ListOptions } from './list-options'
import type { Deletion } from './use-deletion'

/** Where to put a guest who comes back and whose list has been deleted since. */
export function RestoreDialog({ deletion }: { deletion: Deletion }) {
  const { homeless, giveUp, restore, isRestoring } = deletion
  const [tag, setTag] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Dialog
      open={homeless !== null}
      onClose={giveUp}
      title="Na koji popis?"
      footer={
        <Button
          look="primary"
          pending={isRestoring}
          disabled={tag === ''}
          onClick={() => homeless !== null && restore({ id: homeless, tag }, setProblem)}
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
      {problem && (
        <Notice tone="error" className="mt-4 bg-panel-2">
          {problem}
        </Notice>
      )}
    </Dialog>
  )
}
