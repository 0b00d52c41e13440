import '../poster/sponsors.css'
import { classes } from '@/components/ui/classes'
import type { PublicSponsor } from '@/lib/sponsors/schema'
import { PageHead } from '../fitted-type'
import { Picture } from '../picture'

interface Props {
  sponsors: PublicSponsor[]
  /** Introduction, written by the organisers (site text `sponsors.lead`). */
  lead?: string
}

export function SponsorsPage({ sponsors, lead }: Props) {
  return (
    <>
      <PageHead title="Sponzori" lead={sponsors.length > 0 ? lead : undefined} />
      <div className="poster-column pt-6 pb-10 lg:pt-10 lg:pb-14">
        {sponsors.length > 0 ? (
          <div className="poster-rig">
            <SponsorGrid sponsors={sponsors} isLarge />
          </div>
        ) : (
          <SponsorGrid sponsors={sponsors} isLarge />
        )}
      </div>
    </>
  )
}

/** Sponsors on the home page. The heading links to the sponsors page. */
export function SponsorWall({ sponsors }: { sponsors: PublicSponsor[] }) {
  return (
    <section className="poster-column py-16 lg:py-24">
      <h2 className="poster-type mb-8 text-[min(4.5rem,20vw)] text-ember md:text-9xl">
        <a href="/sponsors" className="poster-way">
          Sponzori
        </a>
      </h2>
      <SponsorGrid sponsors={sponsors} />
    </section>
  )
}

interface GridProps {
  sponsors: PublicSponsor[]
  /** Whether a row has fewer and larger logos. */
  isLarge?: boolean
}

/** Grid of sponsor logos. Each links to the sponsor's site (rule 12.3). */
function SponsorGrid({ sponsors, isLarge = false }: GridProps) {
  if (sponsors.length === 0)
    return (
      <p className="mt-6 max-w-md text-lg">
        Popis se još slaže. Želiš li stati uz nas, adresa za sponzore je u podnožju.
      </p>
    )
  return (
    <ul
      className={classes(
        'grid grid-cols-2 gap-2 md:gap-4',
        isLarge ? 'md:grid-cols-3' : 'md:grid-cols-5',
      )}
    >
      {sponsors.map((sponsor) => (
        <li key={sponsor.id}>
          <a
            href={sponsor.url}
            target="_blank"
            rel="noopener"
            className={classes(
              'grid aspect-2/1 place-items-center bg-ink-2 p-4 transition-colors hover:bg-ink-3 motion-reduce:transition-none',
              isLarge && 'md:p-8',
            )}
          >
            <Picture
              src={sponsor.image}
              alt={`${sponsor.name} (otvara se u novoj kartici)`}
              width={isLarge ? 480 : 240}
              height={isLarge ? 240 : 120}
              sizes={
                isLarge
                  ? '(min-width: 48rem) min(33vw, 30rem), 50vw'
                  : '(min-width: 48rem) min(20vw, 18rem), 50vw'
              }
              className="size-full object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
