import './(public)/public.css'
import type { Metadata } from 'next'
import { NotFoundPage } from '@/components/public/not-found-page'

export const metadata: Metadata = { title: 'Stranica ne postoji' }

/**
 * The not-found page (rule 1.2). It does not read the visibility flags, so it reveals nothing about
 * hidden pages.
 */
export default function NotFound() {
  return (
    <NotFoundPage title="...OPA!" text="Izgleda da tražena stranica ne postoji!">
      <a href="/" className="poster-button bg-ink text-paper">
        Na početnu
      </a>
    </NotFoundPage>
  )
}
