import './(public)/public.css'
import type { Metadata } from 'next'
import { FittedType } from '@/components/public/fitted-type'

export const metadata: Metadata = { title: 'Stranica ne postoji' }

/** The not-found page (spec section 2). It knows no flags, so it says nothing of what is hidden. */
export default function NotFound() {
  return (
    <main className="poster poster-lost">
      <h1>
        <FittedType text="...OPA!" />
      </h1>
      <div className="poster-lost-text">
        <p className="poster-sentence text-3xl md:text-6xl">
          Izgleda da tražena stranica ne postoji!
        </p>
        <a href="/" className="poster-button bg-ink text-paper">
          Na početnu
        </a>
      </div>
    </main>
  )
}
