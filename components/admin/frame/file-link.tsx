'use client'

import type { MouseEvent, ReactNode } from 'react'
import { toast } from 'sonner'
import { saveFile } from '@/components/admin/data/download-button'
import { ApiError, api } from '@/lib/api-client/client'
import type { FilePath } from '@/lib/api-client/types'

interface Props {
  file: FilePath
  className: string
  onGo?: () => void
  children: ReactNode
}

/** What is on its way already: a second press waits for it too. */
const underway = new Set<FilePath>()

/** Fetches a file of the API, which is kept; tells that it is made, and when it is there. */
export function downloadFile(file: FilePath): void {
  if (underway.has(file)) return
  underway.add(file)
  toast.promise(api('GET', file).then(saveFile), {
    loading: 'Pripremamo datoteku …',
    success: 'Datoteka je preuzeta.',
    error: (error: unknown) =>
      `Preuzimanje nije uspjelo. ${error instanceof ApiError ? error.detail : ''}`,
    finally: () => {
      underway.delete(file)
    },
  })
}

/** A link to such a file. */
export function FileLink({ file, className, onGo, children }: Props) {
  function fetchFile(event: MouseEvent) {
    event.preventDefault()
    onGo?.()
    downloadFile(file)
  }
  return (
    <a href={`/api${file}/`} download onClick={fetchFile} className={className}>
      {children}
    </a>
  )
}
