'use client'

import type { MouseEvent, ReactNode } from 'react'
import { toast } from 'sonner'
import { saveFile } from '@/components/admin/data/download-button'
import { ApiError, api } from '@/lib/api-client/client'
import type { FilePath } from '@/lib/api-client/types'

interface Props {
  file: FilePath
  className: string
  onNavigate?: () => void
  children: ReactNode
}

/** Files that are being downloaded. A second press does not start a second download. */
const downloading = new Set<FilePath>()

/**
 * Downloads a file of the API. A toast shows that the file is being prepared, and then the result.
 */
export function downloadFile(file: FilePath): void {
  if (downloading.has(file)) return
  downloading.add(file)
  toast.promise(api('GET', file).then(saveFile), {
    loading: 'Pripremamo datoteku …',
    success: 'Datoteka je preuzeta.',
    error: (error: unknown) =>
      `Preuzimanje nije uspjelo. ${error instanceof ApiError ? error.detail : ''}`,
    finally: () => {
      downloading.delete(file)
    },
  })
}

/** Link that downloads a file of the API. */
export function FileLink({ file, className, onNavigate, children }: Props) {
  function fetchFile(event: MouseEvent) {
    event.preventDefault()
    onNavigate?.()
    downloadFile(file)
  }
  return (
    <a href={`/api${file}/`} download onClick={fetchFile} className={className}>
      {children}
    </a>
  )
}
