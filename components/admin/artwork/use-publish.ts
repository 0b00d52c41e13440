'use client'

import { useRef, useState } from 'react'
import { useApiMutation } from '@/components/admin/data/use-write'
import { api } from '@/lib/api-client/client'
import type { ArtworkItem } from '@/lib/artwork/schema'
import { useSeen } from './use-seen'

/**
 * Uploads the chosen file to an artwork slot. The request contains the value that the user saw when
 * choosing the file. If another admin has changed the slot meanwhile, the upload fails and the slot
 * is read again; a second press then overwrites it.
 */
export function usePublish(item: ArtworkItem, field: 'image' | 'document', name: string) {
  const [chosen, setChosen] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const [progress, setProgress] = useState(0)
  const pickButton = useRef<HTMLButtonElement>(null)
  const { seen, updateSeen } = useSeen(item[field], chosen !== undefined)
  const { run, isPending } = useApiMutation({
    call: (file: File) => {
      const body = new FormData()
      body.append(field, file)
      body.append('seen', JSON.stringify({ [field]: seen }))
      setProgress(0)
      const params = { place: item.place }
      return api('PUT', '/artwork/[place]', { params, body, onProgress: setProgress })
    },
    invalidates: ['artwork'],
    successMessage: `${name}: objavljeno.`,
    errorMessage: null,
  })

  /**
   * Discards the chosen file. The pressed button disappears, so the focus moves to the button that
   * chooses a file.
   */
  function discard() {
    setChosen(undefined)
    setRefusal(undefined)
    pickButton.current?.focus()
  }

  return {
    pickButton,
    chosen,
    setChosen,
    refusal,
    setRefusal,
    isPending,
    progress,
    discard,
    updateSeen,
    send: () =>
      chosen &&
      run(chosen, {
        onSuccess: discard,
        onError: ({ code, detail }) => {
          setRefusal(detail)
          if (code === 'changed_meanwhile') updateSeen()
        },
      }),
  }
}
