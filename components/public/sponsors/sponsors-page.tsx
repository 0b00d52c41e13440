import type { PublicSponsor } from '@/lib/sponsors/schema'
import { PageHead } from '../fitted-type'
import { SponsorGrid } from './sponsor-grid'

interface Props {
  sponsors: PublicSponsor[]
  /** The organisers' own words (translation `sponsors.lead`). */
  lead?: string
}

export function SponsorsPage({ sponsors, lead }: Props) {
  return (
    <>
      <PageHead title="Sponzori" lead={sponsors.length > 0 ? lead : undefined} />
      <div className="poster-column py-10 lg:py-14">
        <SponsorGrid sponsors={sponsors} isLarge />
      </div>
    </>
  )
}
