import type { Festival } from '@/lib/settings/types'
import type { PublicSponsor } from '@/lib/sponsors/schema'
import { type CarouselLogo, SponsorCarousel } from '../sponsors/sponsor-carousel'
import { CurrentYear } from './current-year'
import { SocialLinks } from './social-links'

interface Props {
  festival: Festival
  /** Those for the carousel; none leaves it out. */
  sponsors: PublicSponsor[]
  year: number
}

export function Footer({ festival, sponsors, year }: Props) {
  return (
    <footer className="mt-auto bg-ink pb-[calc(5rem+env(safe-area-inset-bottom))] lg:pb-10">
      {sponsors.length > 0 && <SponsorCarousel logos={sponsors.map(carouselLogo)} />}
      <div className="poster-column flex flex-col gap-8 pt-10 md:flex-row md:items-end md:justify-between">
        <div>
          <h2 className="poster-type text-4xl">Piši nam</h2>
          <ul className="mt-3 text-lg">
            <Mailbox label="Festival" address={festival.contactEmail} />
            <Mailbox label="Sponzori" address={festival.sponsorsEmail} />
          </ul>
        </div>
        <div className="flex flex-col gap-4 md:items-end">
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
