'use client'

import { useRef, useState } from 'react'

/**
 * Street address with a button that copies it. Where the browser forbids copying, the address is
 * selected.
 */
export function CopyAddress({ address }: { address: string }) {
  const words = useRef<HTMLElement>(null)
  const [told, setTold] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setTold('Adresa je kopirana.')
    } catch {
      // Copying is forbidden, or the page is not served over https.
      if (words.current) getSelection()?.selectAllChildren(words.current)
      setTold('Adresa je označena: kopiraj je.')
    }
  }

  return (
    <div className="way-plate">
      <address ref={words} className="poster-sentence">
        {address}
      </address>
      <p className="way-copy">
        <button type="button" onClick={copy} className="poster-link poster-tap">
          Kopiraj adresu
        </button>
        <span role="status">{told}</span>
      </p>
    </div>
  )
}
