'use client'

import { useState } from 'react'

/** The way to the performer's music, where an admin has named one. */
export const ListenLink = ({ url }: { url: string }) =>
  url && (
    <a href={url} target="_blank" rel="noopener" className="performer-way performer-listen">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 3.5 20.5 12 6 20.5z" />
      </svg>
      Slušaj
    </a>
  )

interface ShareProps {
  name: string
  /** Of the performer's own page, on this site. */
  address: string
}

/** Hands the performer's address to the phone's own sharing, or copies it where there is none. */
export function Share({ name, address }: ShareProps) {
  const [said, setSaid] = useState('')
  async function share() {
    const url = new URL(address, location.href).href
    if (navigator.share) {
      // Whoever thinks better of it is told nothing.
      await navigator.share({ title: name, url }).catch(() => {})
      return
    }
    // Without https there is no clipboard: then it is there to be read.
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'Poveznica je kopirana.' : url)
  }
  return (
    <>
      <button type="button" onClick={share} className="performer-way performer-share">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 16V3M6.5 8 12 2.5 17.5 8M4 13v8h16v-8" />
        </svg>
        Podijeli
      </button>
      <span role="status" className="performer-said">
        {said}
      </span>
    </>
  )
}
