import '../(public)/public.css'
import type { Metadata, Viewport } from 'next'
import { NotFoundPage } from '@/components/public/not-found-page'
import { NoNetwork } from '@/components/public/offline/no-network'
import { INK } from '@/lib/text/colours'

export const metadata: Metadata = { title: 'Nema mreže', robots: { index: false, follow: false } }
export const viewport: Viewport = { themeColor: INK, colorScheme: 'dark' }

/**
 * Page that the service worker shows if the requested page is not stored on the phone. It does not
 * read the visibility flags, so it reveals nothing about hidden pages.
 */
export default function NoNetworkPage() {
  return (
    <NotFoundPage
      title="Nema mreže"
      text="Ova stranica nije spremljena na uređaju. Čim se mreža vrati, otvorit će se sama."
      className="leading-tight md:leading-tight"
    >
      <NoNetwork />
    </NotFoundPage>
  )
}
