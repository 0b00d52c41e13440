'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Prints one sheet in place of the page, which stays as it is: nothing typed on it is lost.
 * `paper` stands anywhere in what uses it.
 */
export function usePaper() {
  const [sheet, setSheet] = useState<ReactNode>(null)
  useEffect(() => {
    if (!sheet) return
    const done = () => setSheet(null)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [sheet])
  const paper =
    sheet &&
    createPortal(
      <div className="paper" aria-hidden="true">
        {sheet}
      </div>,
      document.body,
    )
  return { paper, print: setSheet }
}
