'use client'

import './(public)/public.css'
import { NotFoundPage } from '@/components/public/not-found-page'
import { fontVariables } from './fonts'

/**
 * Error page for an exception in the browser or a script that cannot be loaded. For an error of the
 * server it shows the id (`Oznaka`) under which the error is found in the log.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="hr" className={fontVariables}>
      <body>
        <title>Nešto je zapelo</title>
        <NotFoundPage title="Zapelo je!" text="Stranica se nije učitala do kraja.">
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
