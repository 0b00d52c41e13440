import '../(public)/public.css'
import type { Metadata, Viewport } from 'next'
import { NotFoundPage } from '@/components/public/lost'
import { NoNetwork } from '@/components/public/pocket/no-network'
import { INK } from '@/lib/text/colours'

export const metadata: Metadata = { title: 'Nema mreže', robots: { index: false, follow: false } }
export const viewport: Viewport = { themeColor: INK, colorScheme: 'dark' }

/**
 * What the worker shows in place of a page that the phone does not have. It knows no flags, so it
 * says nothing of what is hidden.
 */
export default function NoNetworkPage() {
  return (
    <NotFoundPage
      title="Nema mreže"
      words="Ova stranica nije spremljena na uređaju. Čim se mreža vrati, otvorit će se sama."
      className="leading-tight md:leading-tight"
    >
      <NoNetwork />
    </NotFoundPage>
  )
}
