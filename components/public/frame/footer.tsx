import type { Festival } from '@/lib/settings/types'
import type { PublicSponsor } from '@/lib/sponsors/schema'
import type { PageLink } from '@/lib/visibility/pages'
import { type CarouselLogo, SponsorCarousel } from '../sponsors/sponsor-carousel'
import { CurrentYear } from './current-year'
import { SocialLinks } from './social-links'

interface Props {
  festival: Festival
  links: PageLink[]
  /** Those for the carousel; none leaves it out. */
  sponsors: PublicSponsor[]
  year: number
}

export function Footer({ festival, links, sponsors, year }: Props) {
  return (
    <footer className="mt-auto bg-ink pb-[calc(5rem+env(safe-area-inset-bottom))] lg:pb-10">
      {sponsors.length > 0 && <SponsorCarousel logos={sponsors.map(carouselLogo)} />}
      <div className="poster-column poster-foot">
        <div>
          <h2 className="poster-type text-4xl">Piši nam</h2>
          <ul className="mt-3 text-lg">
            <Mailbox label="Festival" address={festival.contactEmail} />
            <Mailbox label="Sponzori" address={festival.sponsorsEmail} />
          </ul>
        </div>
        {links.length > 0 && (
          <nav aria-label="O festivalu">
            <ul className="text-lg md:flex md:gap-6 lg:block">
              {links.map((link) => (
                <li key={link.address}>
                  <a href={link.address} className="poster-link poster-tap">
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="poster-foot-end">
          <SocialLinks festival={festival} />
          <p className="text-paper-2">
            © <CurrentYear cached={year} /> {festival.name}
          </p>
        </div>
      </div>
    </footer>
  )
}

function Mailbox({ label, address }: { label: string; address: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span className="text-paper-2">{label}</span>
      <a href={`mailto:${address}`} className="poster-link flex min-h-11 items-center">
        {address}
      </a>
    </li>
  )
}

/** By the address of Next's image service: its component is script that every page would load. */
function carouselLogo({ image, ...sponsor }: PublicSponsor): CarouselLogo {
  return { ...sponsor, src: `/_next/image?url=${encodeURIComponent(image)}&w=256&q=75` }
}
