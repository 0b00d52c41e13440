'use client'

import { useRef, useState } from 'react'
import { useApiMutation } from '@/components/admin/data/use-write'
import { api } from '@/lib/api-client/client'
import type { ArtworkItem } from '@/lib/artwork/schema'

/**
 * Sends what was chosen for a place. What was seen there goes along, so that of two admins the
 * second is told; the place is then read again, and sending once more means to.
 */
export function usePublish(item: ArtworkItem, field: 'image' | 'document', name: string) {
  const [chosen, setChosen] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const [progress, setProgress] = useState(0)
  const pick = useRef<HTMLButtonElement>(null)
  const { run, isPending } = useApiMutation({
    call: (file: File) => {
      const body = new FormData()
      body.append(field, file)
      body.append('seen', JSON.stringify({ [field]: item[field] }))
      setProgress(0)
      const params = { place: item.place }
      return api('PUT', '/artwork/[place]', { params, body, onProgress: setProgress })
    },
    invalidates: ['artwork'],
    successMessage: `${name}: objavljeno.`,
    errorMessage: null,
  })

  /** The button that was pressed goes; the keyboard stays at the place. */
  function drop() {
    setChosen(undefined)
    setRefusal(undefined)
    pick.current?.focus()
  }

  return {
    pick,
    chosen,
    setChosen,
    refusal,
    setRefusal,
    isPending,
    progress,
    drop,
    send: () =>
      chosen && run(chosen, { onSuccess: drop, onError: ({ detail }) => setRefusal(detail) }),
  }
}
