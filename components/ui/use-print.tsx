'use client'

import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button'

/**
 * Prints one sheet instead of the page. The page stays as it is, so typed input is kept. The
 * component that uses this hook must render `paper` anywhere.
 */
export function usePrint() {
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

/** Button that prints the current page. */
export const PrintButton = () => (
  <Button look="primary" onClick={() => window.print()}>
    <Printer aria-hidden="true" className="size-5" />
    Ispiši
  </Button>
)
