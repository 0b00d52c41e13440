'use client'

import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ApiError, api } from '@/lib/http/client'
import type { SaveText } from './use-inline-edit'

interface Saving {
  /** The lists that show it. */
  noun: string
  /** The API's address of the thing. */
  path: string
  field: string
  /** The toast, by what was sent and what the server made of it. */
  done?: (sent: string, kept: string) => string
}

/** Saves one field of a thing over the value that was seen; the lists are read again. */
export function useSaveText({ noun, path, field, done }: Saving): SaveText {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: [noun] })
  return async (next, seen) => {
    try {
      const answer = await api<Record<string, unknown>>('PUT', path, {
        [field]: next,
        seen: { [field]: seen },
      })
      toast.success(done?.(next, String(answer[field])) ?? 'Spremljeno.')
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await readAgain()
      throw error
    }
    await readAgain()
  }
}
