'use client'

import { useRef, useState } from 'react'

/**
 * Street address with a button that copies it. Where the browser forbids copying, the address is
 * selected.
 */
export function CopyAddress({ address }: { address: string }) {
  const addressElement = useRef<HTMLElement>(null)
  const [message, setMessage] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setMessage('Adresa je kopirana.')
    } catch {
      // Copying is forbidden, or the page is not served over https.
      if (addressElement.current) getSelection()?.selectAllChildren(addressElement.current)
      setMessage('Adresa je označena: kopiraj je.')
    }
  }

  return (
    <div className="way-plate">
      <address ref={addressElement} className="poster-sentence">
        {address}
      </address>
      <p className="way-copy">
        <button type="button" onClick={copy} className="poster-link poster-tap">
          Kopiraj adresu
        </button>
        <span role="status">{message}</span>
      </p>
    </div>
  )
}
