import { VENUES, type Venue } from '@/lib/map/ground'
import { DrawnPage } from './drawing/drawn-page'

const ART = '/art/floor-plan'

const ALT =
  'Tlocrt festivala. Velika pozornica je na zapadu dvorišta, sjeverno od njega Stara dvorana, južno Menza, a istočno Okrugli paviljon. Glavni je ulaz na istoku, sa Savske ceste. Sve piše i u tekstu ispod crteža.'

const VENUE_TEXTS: Record<Venue['id'], { alt: string; text: string }> = {
  'velika-pozornica': {
    alt: 'Golemi mikrofon pred suncem, tornjevi zvučnika i podignute ruke publike',
    text: 'Pod vedrim nebom, u dvorištu. Ovdje sviraju veliki bendovi, a podest s dobrim pogledom čuva mjesto onima kojima treba.',
  },
  paviljon: {
    alt: 'Okrugli paviljon s prugastim krovom pod punim mjesecom',
    text: 'Druga pozornica, pod naboranim krovom. Elektronika, gudači i sve što traži da ga slušaš izbliza.',
  },
  dvorana: {
    alt: 'Disko-kugla nad šahovskim podom, a uz nju kaputi na vješalicama',
    text: 'Garderoba, toplina i podij za one kojima je u dvorištu prehladno. Kaput ostavi odmah kod ulaza u dvoranu.',
  },
  menza: {
    alt: 'Pladanj iz menze na kojemu je umjesto tanjura gramofonska ploča',
    text: 'Jelo s pladnja do dva ujutro, stolovi za predah i toaleti bez reda. Vegetarijanskoga uvijek ima.',
  },
}

/** The ground from above, in the drawing that fits the screen, and its four venues. */
export function FloorPlanPage({ lead }: { lead?: string }) {
  return (
    <>
      <DrawnPage
        title="Tlocrt"
        lead={lead}
        alt={ALT}
        words={{ title: 'Uvećan tlocrt', whole: 'Cijeli tlocrt' }}
        drawings={[
          { src: `${ART}/desktop.svg`, width: 1600, height: 780, from: '64rem' },
          { src: `${ART}/tablet.svg`, width: 1200, height: 1132, from: '40rem' },
          { src: `${ART}/mobile.svg`, width: 720, height: 1804 },
        ]}
        className="floor-plan-drawing"
      >
        <FloorPlanWords />
      </DrawnPage>
      <section className="poster-column pb-16">
        <h2 className="poster-type text-7xl text-ember md:text-9xl">Četiri mjesta</h2>
        <ul className="mt-8 grid gap-x-6 gap-y-12 sm:grid-cols-2">
          {VENUES.map((venue) => (
            <li key={venue.id}>
              <div className="relative">
                {/* biome-ignore lint/performance/noImgElement: a drawing as it is */}
                <img
                  src={`/art/venue-${venue.id}.svg`}
                  alt={VENUE_TEXTS[venue.id].alt}
                  width={800}
                  height={600}
                  loading="lazy"
                  decoding="async"
                  className="w-full"
                />
                <h3 className="venue-name">
                  {venue.number} {venue.name}
                </h3>
              </div>
              <p className="mt-8 max-w-xl text-lg">{VENUE_TEXTS[venue.id].text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="poster-band">
        <div className="poster-column flex flex-col items-start gap-6 md:flex-row md:items-end md:justify-between">
          <div>
            <h2 className="poster-type text-6xl md:text-8xl">A kako do nas?</h2>
            <p className="mt-4 max-w-md text-lg font-medium">
              Tlocrt leži i na karti: na njoj vidiš gdje je ulaz i gdje si ti.
            </p>
          </div>
          <a href="/t2" className="poster-button bg-ink text-paper">
            Otvori kartu
          </a>
        </div>
      </section>
    </>
  )
}

const PLACES = [
  ['Ulaz', 'Na istoku, sa Savske ceste. Pristupačan je ulaz odmah južno od njega.'],
  ['Informacije', 'Lijevo od staze, prvi pult nakon ulaza. Ondje je i izgubljeno i nađeno.'],
  ['Prva pomoć', 'Između ulaza i Okrugloga paviljona, s crvenim križem.'],
  ['Mirni kutak', 'U sjeveroistočnom kutu, iza paviljona.'],
  ['Garderoba', 'Na istočnom kraju Stare dvorane.'],
  ['Toaleti', 'Sjeverno od staze kraj Stare dvorane, u Menzi i kraj ulaza.'],
  ['Šankovi i povrat čaša', 'Dva uz dvorište velike pozornice, jedan na stazi prema paviljonu.'],
  ['Hrana', 'U Menzi i s dvije prikolice na južnom travnjaku.'],
  ['Pitka voda', 'U jugoistočnom kutu dvorišta.'],
  ['Mjesto za pušenje', 'Na južnom travnjaku, uz ogradu.'],
  [
    'Izlazi u nuždi',
    'Na sjeveru kod Stare dvorane, na zapadu iza velike pozornice i na jugu kod Menze.',
  ],
] as const

/** The floor plan for whoever does not see it. */
function FloorPlanWords() {
  return (
    <details className="schedule-words">
      <summary>Tlocrt kao tekst</summary>
      <dl className="grid gap-x-16 pt-4 md:grid-cols-2">
        {PLACES.map(([name, where]) => (
          <div key={name} className="border-t-2 border-ink-3 py-3">
            <dt className="poster-sentence text-2xl text-signal">{name}</dt>
            <dd className="mt-1 text-lg">{where}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
