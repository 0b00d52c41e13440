'use client'

import { useEffect, useRef, useState } from 'react'

/**
 * Files that are dropped anywhere on the page, or pasted. One that misses its field is taken
 * too: the browser would leave the page, and all that was typed, to show it.
 */
export function useIncomingFiles(onFile: (file: File) => void) {
  const [isDragged, setDragged] = useState(false)
  const take = useRef(onFile)
  useEffect(() => {
    take.current = onFile
  })

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const takeFirst = (event: Event, files?: FileList) => {
      const file = files?.[0]
      if (!file) return
      event.preventDefault()
      take.current(file)
    }
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setDragged(true)
      },
      { signal },
    )
    addEventListener('dragleave', (event) => event.relatedTarget === null && setDragged(false), {
      signal,
    })
    addEventListener(
      'drop',
      (event) => {
        setDragged(false)
        if (hasFile(event)) takeFirst(event, event.dataTransfer?.files)
      },
      { signal },
    )
    addEventListener(
      'paste',
      (event) => {
        const copied = event.clipboardData
        // Text that a word processor has copied brings its own picture along.
        if (!copied?.types.includes('text/plain')) takeFirst(event, copied?.files)
      },
      { signal },
    )
    return () => stop.abort()
  }, [])

  return isDragged
}
