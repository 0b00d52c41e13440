'use client'

import './(public)/public.css'
import { NotFoundPage } from '@/components/public/lost'
import { fontVariables } from './fonts'

/**
 * When a page breaks in the browser, or a part of its script cannot be loaded. What broke on the
 * server bears a mark by which it is found in the log.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="hr" className={fontVariables}>
      <body>
        <title>Nešto je zapelo</title>
        <NotFoundPage title="Zapelo je!" words="Stranica se nije učitala do kraja.">
          <button
            type="button"
            onClick={() => location.reload()}
            className="poster-button bg-ink text-paper"
          >
            Pokušaj ponovno
          </button>
          {error.digest && <p className="mt-6 text-lg">Oznaka: {error.digest}</p>}
        </NotFoundPage>
      </body>
    </html>
  )
}
