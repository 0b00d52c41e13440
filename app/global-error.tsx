'use client'

import './(public)/public.css'
import { FittedType } from '@/components/public/fitted-type'
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
        <main className="poster poster-lost">
          <h1>
            <FittedType text="Zapelo je!" />
          </h1>
          <div className="poster-lost-text">
            <p className="poster-sentence text-3xl md:text-6xl">
              Stranica se nije učitala do kraja.
            </p>
            <button
              type="button"
              onClick={() => location.reload()}
              className="poster-button bg-ink text-paper"
            >
              Pokušaj ponovno
            </button>
            {error.digest && <p className="mt-6 text-lg">Oznaka: {error.digest}</p>}
          </div>
        </main>
      </body>
    </html>
  )
}
