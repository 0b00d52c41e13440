'use client'

import './(public)/public.css'
import { FittedType } from '@/components/public/fitted-type'
import { fontVariables } from './fonts'

/** When a page breaks in the browser, or a part of its script cannot be loaded. */
export default function GlobalError() {
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
          </div>
        </main>
      </body>
    </html>
  )
}
