'use client'

import type { MouseEvent, ReactNode } from 'react'
import { toast } from 'sonner'
import { keepFile } from '@/components/admin/data/download-button'
import { ApiError, apiFile } from '@/lib/http/client'

interface Props {
  /** The API's address of the file, whole. */
  href: string
  className: string
  onGo?: () => void
  children: ReactNode
}

/** What is on its way already: a second press waits for it too. */
const underway = new Set<string>()

/** A link to a file of the API, which is kept; tells that it is made, and when it is there. */
export function FileLink({ href, className, onGo, children }: Props) {
  function fetchFile(event: MouseEvent) {
    event.preventDefault()
    onGo?.()
    if (underway.has(href)) return
    underway.add(href)
    toast.promise(apiFile(href.replace(/^\/api/, '')).then(keepFile), {
      loading: 'Pripremamo datoteku …',
      success: 'Datoteka je preuzeta.',
      error: (error: unknown) =>
        `Preuzimanje nije uspjelo. ${error instanceof ApiError ? error.detail : ''}`,
      finally: () => {
        underway.delete(href)
      },
    })
  }
  return (
    <a href={href} download onClick={fetchFile} className={className}>
      {children}
    </a>
  )
}
