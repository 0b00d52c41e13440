import Image from 'next/image'
import type { PublicSponsor } from '@/lib/sponsors/schema'

/** The sponsors' logos, each the way to its owner (spec section 2). */
export function SponsorWall({ sponsors }: { sponsors: PublicSponsor[] }) {
  return (
    <section className="poster-column py-16 lg:py-24">
      <h2 className="poster-type text-7xl text-ember md:text-9xl">Sponzori</h2>
      {sponsors.length === 0 && (
        <p className="mt-6 max-w-md text-lg">
          Popis se još slaže. Želiš li stati uz nas, adresa za sponzore je u podnožju.
        </p>
      )}
      <ul className="mt-8 grid grid-cols-2 gap-2 md:grid-cols-5 md:gap-4">
        {sponsors.map((sponsor) => (
          <li key={sponsor.id}>
            <a
              href={sponsor.url}
              target="_blank"
              rel="noopener"
              className="grid aspect-2/1 place-items-center bg-ink-2 p-4 transition-colors hover:bg-ink-3 motion-reduce:transition-none"
            >
              <Image
                src={sponsor.image}
                alt={`${sponsor.name} (otvara se u novoj kartici)`}
                width={240}
                height={120}
                className="size-full object-contain"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
