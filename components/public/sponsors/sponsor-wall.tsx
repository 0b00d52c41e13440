import type { PublicSponsor } from '@/lib/sponsors/schema'
import { SponsorGrid } from './sponsor-grid'

/** The sponsors on the home page; their name leads to their own. */
export function SponsorWall({ sponsors }: { sponsors: PublicSponsor[] }) {
  return (
    <section className="poster-column py-16 lg:py-24">
      <h2 className="poster-type mb-8 text-7xl text-ember md:text-9xl">
        <a href="/sponsors" className="poster-way">
          Sponzori
        </a>
      </h2>
      <SponsorGrid sponsors={sponsors} />
    </section>
  )
}
