import './(public)/public.css'
import type { Metadata } from 'next'
import { NotFoundPage } from '@/components/public/lost'

export const metadata: Metadata = { title: 'Stranica ne postoji' }

/** The not-found page (rule 1.2). It knows no flags, so it says nothing of what is hidden. */
export default function NotFound() {
  return (
    <NotFoundPage title="...OPA!" words="Izgleda da tražena stranica ne postoji!">
      <a href="/" className="poster-button bg-ink text-paper">
        Na početnu
      </a>
    </NotFoundPage>
  )
}
