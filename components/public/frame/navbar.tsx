import type { PageLink } from '@/lib/visibility/pages'

/** So many links stand in the bar of a phone side by side; more open as a sheet above it. */
const FIT_IN_BAR = 3

interface Props {
  festivalName: string
  pages: PageLink[]
}

/**
 * The menu: a bar under the thumb on a phone, across the top on a desktop. Links are plain
 * ones, since a full request always gets what is visible now, and pages come from cache.
 */
export function Navbar({ festivalName, pages }: Props) {
  const isSheet = pages.length > FIT_IN_BAR
  return (
    <header className="poster-bar">
      <a href="/" className="flex items-center gap-3">
        {/* biome-ignore lint/performance/noImgElement: a drawing of half a kilobyte */}
        <img src="/art/mark.svg" alt={`${festivalName}, početna`} width={48} height={48} />
      </a>
      {pages.length > 0 && (
        <nav
          id="izbornik"
          popover={isSheet ? 'auto' : undefined}
          aria-label="Glavni izbornik"
          className={isSheet ? 'poster-menu poster-menu-sheet' : 'poster-menu'}
        >
          <ul>
            {pages.map((page) => (
              <li key={page.address}>
                <a href={page.address}>{page.label}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {isSheet && (
        <button type="button" popoverTarget="izbornik" className="poster-menu-button">
          Izbornik
        </button>
      )}
    </header>
  )
}
