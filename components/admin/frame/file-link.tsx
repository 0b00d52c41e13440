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

/** Files that are being downloaded. A second press does not start a second download. */
const underway = new Set<FilePath>()

/**
 * Downloads a file of the API. A toast tells that the file is being prepared, and then the result.
 */
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

/** Link that downloads a file of the API. */
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
