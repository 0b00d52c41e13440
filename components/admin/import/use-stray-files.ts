'use client'

import { useEffect } from 'react'

/** A file that misses its place does nothing: the browser would leave the page to show it. */
export function useStrayFiles() {
  useEffect(() => {
    const stay = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') && !event.defaultPrevented) {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'none'
      }
    }
    addEventListener('dragover', stay)
    addEventListener('drop', stay)
    return () => {
      removeEventListener('dragover', stay)
      removeEventListener('drop', stay)
    }
  }, [])
}
