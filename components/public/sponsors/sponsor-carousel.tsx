'use client'

import { useState } from 'react'
import { useIsHydrated } from '@/components/ui/use-is-hydrated'
import { CAROUSEL_COPIES, carouselSeconds } from '@/lib/sponsors/rules'
import type { PublicSponsor } from '@/lib/sponsors/schema'

/** Sponsor with the URL of its logo in the size of the carousel. */
export interface CarouselLogo extends Omit<PublicSponsor, 'image'> {
  src: string
}

/**
 * Moving strip of sponsor logos. Stops by a button, under the pointer and with keyboard focus. The
 * server renders the logos once. The script adds copies, which screen readers and the Tab key skip.
 * Without JavaScript the strip can be scrolled.
 */
export function SponsorCarousel({ logos }: { logos: CarouselLogo[] }) {
  const [isResting, setResting] = useState(false)
  const isHydrated = useIsHydrated()
  const copies = Array.from({ length: isHydrated ? CAROUSEL_COPIES : 1 }, (_, copy) => copy)
  return (
    <section aria-label="Sponzori" className="relative border-y-2 border-ink-3">
      <div
        className="poster-strip"
        data-awake={isHydrated || undefined}
        data-resting={isResting || undefined}
      >
        <div
          className="poster-track"
          style={{ '--track-seconds': `${carouselSeconds(logos.length)}s` }}
        >
          {copies.map((copy) => (
            <ul key={copy} aria-hidden={copy > 0 || undefined} className="poster-track-copy">
              {logos.map((logo) => (
                <li key={logo.id}>
                  <a
                    href={logo.url}
                    target="_blank"
                    rel="noopener"
                    tabIndex={copy > 0 ? -1 : undefined}
                    className="block p-3"
                  >
                    {/* biome-ignore lint/performance/noImgElement: the sources come from next/image */}
                    <img
                      src={logo.src}
                      alt={`${logo.name} (otvara se u novoj kartici)`}
                      width={128}
                      height={64}
                      loading="lazy"
                      decoding="async"
                      className="h-16 w-32 max-w-none object-contain"
                    />
                  </a>
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
      <button
        type="button"
        hidden={!isHydrated}
        onClick={() => setResting(!isResting)}
        aria-label={isResting ? 'Pokreni traku sponzora' : 'Zaustavi traku sponzora'}
        className="poster-strip-button"
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-current">
          <path d={isResting ? 'M7 4v16l13-8z' : 'M6 4h4v16H6zM14 4h4v16h-4z'} />
        </svg>
      </button>
    </section>
  )
}
