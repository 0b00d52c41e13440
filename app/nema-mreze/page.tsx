import '../(public)/public.css'
import type { Metadata, Viewport } from 'next'
import { FittedType } from '@/components/public/fitted-type'
import { NoNetwork } from '@/components/public/pocket/no-network'
import { INK } from '@/lib/colours'

export const metadata: Metadata = { title: 'Nema mreže', robots: { index: false, follow: false } }
export const viewport: Viewport = { themeColor: INK, colorScheme: 'dark' }

/**
 * What the worker shows in place of a page that the phone does not have. It knows no flags, so it
 * says nothing of what is hidden.
 */
export default function NoNetworkPage() {
  return (
    <main className="poster poster-lost">
      <h1>
        <FittedType text="Nema mreže" />
      </h1>
      <div className="poster-lost-text">
        <p className="poster-sentence text-3xl leading-tight md:text-6xl md:leading-tight">
          Ova stranica nije spremljena na uređaju. Čim se mreža vrati, otvorit će se sama.
        </p>
        <NoNetwork />
      </div>
    </main>
  )
}
