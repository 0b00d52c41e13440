import { isDefault, type SitePicture } from '@/lib/artwork/rules'
import { isSoldOnline } from '@/lib/festival/rules'
import { formatEuroShort } from '@/lib/price-list/rules'
import type { PublicFestival } from '@/lib/site/types'
import type { PublicSponsor } from '@/lib/sponsors/schema'
import type { PageLink } from '@/lib/visibility/rules'
import { resizedUrl } from '../picture'
import { type CarouselLogo, SponsorCarousel } from '../sponsors/sponsor-carousel'
import { BarSlot, type BarSlotProps } from './bar-slot'
import { CurrentYear } from './current-year'
import { MenuLinks } from './menu-links'

interface NavbarProps {
  festivalName: string
  mark: SitePicture
  pages: PageLink[]
  /** Further links, which only the open menu of a phone shows, next to `pages`. */
  extraLinks: PageLink[]
  slot: BarSlotProps
}

/**
 * Main menu: a bar at the bottom of a phone, at the top of a desktop. Its links are plain `<a>`
 * elements, because a full page request always gets the pages that are visible now. Such requests
 * are cheap, because pages are cached.
 */
export function Navbar({ festivalName, mark, pages, extraLinks, slot }: NavbarProps) {
  return (
    <header className="poster-bar">
      <a href="/" className="poster-bar-mark">
        {/* biome-ignore lint/performance/noImgElement: a drawing of half a kilobyte */}
        <img
          src={isDefault(mark) ? mark.src : resizedUrl(mark.src, 128)}
          alt={`${festivalName}, početna`}
          width={48}
          height={48}
        />
      </a>
      <BarSlot {...slot} />
      <nav id="izbornik" popover="auto" aria-label="Glavni izbornik" className="poster-menu">
        <MenuLinks links={pages} />
        <MenuLinks links={extraLinks} className="poster-menu-beside" />
      </nav>
      <button type="button" popoverTarget="izbornik" className="poster-menu-button">
        <span className="poster-menu-closed">Izbornik</span>
        <span className="poster-menu-open">
          Zatvori<span className="sr-only"> izbornik</span>
        </span>
      </button>
    </header>
  )
}

/**
 * Returns the link to buy a ticket, with the price if it is known. Null if the menu does not
 * contain the page /ulaznice, or if the shop sells no tickets (rule 1.19).
 */
export function buyLink(
  pages: PageLink[],
  { salesState, ticketPriceEUR }: Pick<PublicFestival, 'salesState' | 'ticketPriceEUR'>,
): PageLink | null {
  const link = pages.find(({ address }) => address === '/ulaznice')
  if (!link || !isSoldOnline(salesState)) return null
  const label = ticketPriceEUR === null ? 'Kupi' : `Kupi · ${formatEuroShort(ticketPriceEUR)}`
  return { address: link.address, label }
}

interface FooterProps {
  festival: PublicFestival
  links: PageLink[]
  /** Sponsors in the carousel. Without sponsors there is no carousel. */
  sponsors: PublicSponsor[]
  year: number
}

/** Footer (rule 1.13): sponsor carousel, drawing of a street with a tram, links and contacts. */
export function Footer({ festival, links, sponsors, year }: FooterProps) {
  const mailboxes = mailboxesOf(festival)
  return (
    <footer className="poster-footer">
      {sponsors.length > 0 && <SponsorCarousel logos={sponsors.map(carouselLogo)} />}
      <div className="poster-street">
        <p className="poster-goodnight">Laku noć.</p>
      </div>
      <div className="poster-column poster-foot">
        {links.length > 0 && (
          <nav aria-label="O festivalu">
            <ul className="poster-foot-links">
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
        {mailboxes.length > 0 && (
          <div>
            <h2 className="poster-foot-head">Piši nam</h2>
            <ul>
              {mailboxes.map(([label, address]) => (
                <Mailbox key={label} label={label} address={address} />
              ))}
            </ul>
          </div>
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

/** Returns the contact addresses that are set, each with a label. */
export const mailboxesOf = ({ contactEmail, sponsorsEmail }: PublicFestival) =>
  [['Festival', contactEmail] as const, ['Sponzori', sponsorsEmail] as const].filter(
    ([, address]) => address,
  )

function Mailbox({ label, address }: { label: string; address: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span className="text-paper-2">{label}</span>
      <a href={`mailto:${address}`} className="poster-link poster-tap">
        {address}
      </a>
    </li>
  )
}

const carouselLogo = ({ image, ...sponsor }: PublicSponsor): CarouselLogo => ({
  ...sponsor,
  src: resizedUrl(image, 256),
})

/** SVG paths of the icons on a 24 px grid. Three icons do not justify an icon package. */
const ICONS = {
  Instagram:
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3V7a3 3 0 0 0-3-3Zm5 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.5-4a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  Facebook:
    'M13.5 22v-8.5h3l.5-3.5h-3.5V7.8c0-1 .4-1.8 1.9-1.8H17V2.9c-.5-.1-1.4-.2-2.3-.2-2.9 0-4.7 1.7-4.7 4.7V10H7v3.5h3V22Z',
  TikTok:
    'M12.5 2h3.3c.2 2.4 1.800 4.2 4.2 4.5v3.3c-1.6 0-3-.5-4.2-1.3v6.7a6.3 6.3 0 1 1-5.4-6.2v3.4a3 3 0 1 0 2.1 2.8Z',
}

/** Returns the social networks on which the festival has a page, with its URL. */
export const networksOf = ({ instagramUrl, facebookUrl, tiktokUrl }: PublicFestival) =>
  [
    ['Instagram', instagramUrl] as const,
    ['Facebook', facebookUrl] as const,
    ['TikTok', tiktokUrl] as const,
  ].filter(([, url]) => url)

export function SocialLinks({ festival }: { festival: PublicFestival }) {
  const links = networksOf(festival)
  if (links.length === 0) return null
  return (
    <ul className="flex gap-2">
      {links.map(([name, url]) => (
        <li key={name}>
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="grid size-12 place-items-center bg-ink-3 text-paper transition-colors hover:bg-signal hover:text-ink motion-reduce:transition-none"
          >
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-current">
              <path fillRule="evenodd" d={ICONS[name]} />
            </svg>
            <span className="sr-only">{name} (otvara se u novoj kartici)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
