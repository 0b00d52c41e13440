import { type Artwork, PICTURE_NAMES, type SitePicture } from '@/lib/artwork/rules'
import { pairsOf, type Texts, writtenSections } from '@/lib/translations/rules'
import { CallToActionBanner } from './call-to-action-banner'
import { PageHead } from './fitted-type'
import { type Drawing, FloorPlanPicture, VenuePicture } from './floor-plan-pictures'
import { PairList, Prose } from './prose'

interface Props {
  artwork: Artwork
  texts: Texts
}

/** Page `/tlocrt`: the floor plan in the picture that fits the screen, and the venues. */
export function FloorPlanPage({ artwork, texts }: Props) {
  const [first, ...others] = drawingsOf(artwork.pictures)
  const venues = venuesOf(artwork.pictures, texts)
  const places = pairsOf(texts['tlocrt.mjesta'] ?? '')
  return (
    <>
      <PageHead title="Tlocrt" lead={texts['tlocrt.lead']} />
      <div className="poster-column py-8 lg:py-12">
        {first ? (
          <FloorPlanPicture
            drawings={[first, ...others]}
            alt={texts['tlocrt.alt'] ?? 'Tlocrt festivala'}
          />
        ) : (
          <p className="max-w-md text-lg">
            Tlocrt još crtamo. Čim bude gotov, ovdje ćeš vidjeti što je gdje.
          </p>
        )}
        {places.length > 0 && (
          <details className="schedule-words">
            <summary>Tlocrt kao tekst</summary>
            <PairList pairs={places} className="floor-plan-words" />
          </details>
        )}
      </div>
      {venues.length > 0 && (
        <section className="poster-column pb-16">
          <h2 className="poster-type text-7xl text-ember md:text-9xl">
            {venues.length === 4 ? 'Četiri mjesta' : 'Mjesta'}
          </h2>
          <ul className="mt-8 grid gap-x-6 gap-y-12 sm:grid-cols-2">
            {venues.map((venue) => (
              <VenueTile key={venue.number} {...venue} />
            ))}
          </ul>
        </section>
      )}
      <CallToActionBanner
        title="A kako do nas?"
        size="text-6xl md:text-8xl"
        text={
          artwork.pictures['map-overlay'] && artwork.corners
            ? 'Tlocrt leži i na karti: na njoj vidiš gdje je ulaz i gdje si ti.'
            : 'Na karti vidiš gdje smo mi i gdje si ti.'
        }
        address="/t2"
        action="Otvori kartu"
      />
    </>
  )
}

/**
 * Returns the floor plans for desktop, tablet and mobile, the widest first, with the minimum screen
 * width in rem. If a plan is missing, its screens show another plan.
 */
const drawingsOf = (pictures: Artwork['pictures']): Drawing[] =>
  [
    { picture: pictures['floor-plan-desktop'], from: 64 },
    { picture: pictures['floor-plan-tablet'], from: 40 },
    { picture: pictures['floor-plan-mobile'] },
  ].flatMap(({ picture, from }) => (picture ? [{ picture, from }] : []))

interface Venue {
  number: number
  title: string
  text?: string
  picture?: SitePicture
}

/**
 * Lists the venues by number. A venue has a section of the site texts (`tlocrt`), a picture, or
 * both.
 */
function venuesOf(pictures: Artwork['pictures'], texts: Texts): Venue[] {
  const sections = new Map(
    writtenSections(texts, 'tlocrt').map((section) => [section.number, section]),
  )
  return PICTURE_NAMES.filter((name) => name.startsWith('venue-')).flatMap((name) => {
    const number = Number(name.replace('venue-', ''))
    const picture = pictures[name]
    const section = sections.get(number)
    if (!picture && !section) return []
    return [{ number, title: section?.title ?? '', text: texts[`tlocrt.text${number}`], picture }]
  })
}

function VenueTile({ number, title, text, picture }: Venue) {
  const name = `${number} ${title}`.trim()
  return (
    <li>
      <div className={picture ? 'relative' : undefined}>
        {picture && <VenuePicture picture={picture} alt={title} />}
        {title && (
          <h3 className={picture ? 'venue-name' : 'poster-sentence text-3xl text-signal'}>
            {name}
          </h3>
        )}
      </div>
      {text && <Prose text={text} className={picture ? 'venue-words' : 'mt-3'} />}
    </li>
  )
}
