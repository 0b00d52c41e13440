import './public.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { buyLink, Footer, Navbar } from '@/components/public/frame/frame'
import { OfflineSupport } from '@/components/public/offline/offline'
import { iconAddress, isDefault } from '@/lib/artwork/rules'
import { getPhase } from '@/lib/phase/cached'
import { getCurrentYear, getFestival } from '@/lib/site/festival'
import { getArtwork, getPublicSponsors, getTexts, getVisibility } from '@/lib/site/reads'
import { INK } from '@/lib/text/colours'
import { extraMenuLinks, footerLinks, isLive, menuPages } from '@/lib/visibility/rules'

export const viewport: Viewport = { themeColor: INK, colorScheme: 'dark' }

export async function generateMetadata(): Promise<Metadata> {
  const [{ name, year, publicUrl }, { pictures }] = await Promise.all([getFestival(), getArtwork()])
  const { mark } = pictures
  const description = `${name} ${year}: noć kojom počinje fakultet. Line-up, ulaznice i prijava brucoša.`
  return {
    metadataBase: new URL(publicUrl),
    title: { default: `${name} ${year}`, template: `%s · ${name}` },
    description,
    // Canonical URL of each page: a page responds with and without a trailing slash.
    alternates: { canonical: './' },
    openGraph: {
      type: 'website',
      siteName: name,
      locale: 'hr_HR',
    },
    icons: {
      icon: isDefault(mark) ? mark.src : iconAddress('192.png', mark),
      apple: iconAddress('apple.png', mark),
    },
    twitter: { card: 'summary_large_image' },
  }
}

export default async function PublicLayout({ children }: { children: ReactNode }) {
  const [visibility, phase, festival, year, { pictures }, texts] = await Promise.all([
    getVisibility(),
    getPhase(),
    getFestival(),
    getCurrentYear(),
    getArtwork(),
    getTexts(),
  ])
  const pages = menuPages(visibility, phase)
  const shouldShowSponsors = isLive(visibility) && visibility.flags.SPONSORS_VISIBILITY
  return (
    <div className="poster flex min-h-dvh flex-col">
      <a href="#sadrzaj" className="poster-skip">
        Preskoči na sadržaj
      </a>
      {isLive(visibility) && (
        <Navbar
          festivalName={festival.name}
          mark={pictures.mark}
          pages={pages}
          extraLinks={extraMenuLinks(visibility, texts)}
          slot={{
            phase,
            opensAt: festival.opensAt,
            closesAt: festival.closesAt,
            buy: buyLink(pages, festival),
          }}
        />
      )}
      <main id="sadrzaj">{children}</main>
      <Footer
        festival={festival}
        links={footerLinks(visibility, texts)}
        sponsors={shouldShowSponsors ? await getPublicSponsors() : []}
        year={year}
      />
      <OfflineSupport />
    </div>
  )
}
