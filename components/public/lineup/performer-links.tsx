'use client'

import { useState } from 'react'
import { shareLink } from './share-link'

/** Link to the music of a performer. Empty if no admin has entered one. */
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
  /** Path of the performer's page on this site. */
  address: string
}

/**
 * Button that shares the URL of a performer's page by the share dialog of the device, or copies
 * it.
 */
export function Share({ name, address }: ShareProps) {
  const [message, setMessage] = useState('')
  const share = async () => setMessage(await shareLink(name, new URL(address, location.href).href))
  return (
    <>
      <button type="button" onClick={share} className="performer-way performer-share">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 16V3M6.5 8 12 2.5 17.5 8M4 13v8h16v-8" />
        </svg>
        Podijeli
      </button>
      <span role="status" className="performer-said">
        {message}
      </span>
    </>
  )
}
