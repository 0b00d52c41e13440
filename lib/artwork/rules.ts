import { type LngLat, offsetBy } from '@/lib/map/geo'
import { keysOf } from '@/lib/text/keys'

export { isDefault } from '@/lib/images/shipped'

/** A place of the site whose picture an organiser may bring (or, of the consent, document). */
export interface ArtworkSlot {
  /** As an organiser calls it, and where a visitor sees it. */
  name: string
  seen: string
  /** What it is drawn for, in pixels: the wanted size, which says the proportions too. */
  width: number
  height: number
  /** By what share the proportions may differ; null: they may be any. */
  tolerance: number | null
  /** Pixels that the longer side must have. */
  least: number
  /** The drawing that stands there until somebody brings another. */
  shipped?: string
}

const POSTER = { width: 1600, height: 900, tolerance: 0.12, least: 1280 }
const TALL_POSTER = { width: 900, height: 1600, tolerance: 0.12, least: 1200 }
const VENUE = { width: 800, height: 600, tolerance: 0.05, least: 800 }

/** The places of pictures, in the order in which the office shows them. */
export const PICTURES = {
  poster: {
    name: 'Plakat, položen',
    seen: 'Naslovnica na računalu i na tabletu, cijela. Iznad nje stoje datum i odbrojavanje, ispod nje naziv.',
    ...POSTER,
    shipped: '/art/poster.svg',
  },
  'poster-tall': {
    name: 'Plakat, uspravan',
    seen: 'Naslovnica na mobitelu. Ispod nje stoji naziv.',
    ...TALL_POSTER,
    shipped: '/art/poster-tall.svg',
  },
  'coming-soon': {
    name: 'Najava, položena',
    seen: 'Što računalo pokazuje prije otvaranja stranice, preko cijeloga zaslona.',
    ...POSTER,
    shipped: '/art/coming-soon.svg',
  },
  'coming-soon-tall': {
    name: 'Najava, uspravna',
    seen: 'Što mobitel pokazuje prije otvaranja stranice, preko cijeloga zaslona.',
    ...TALL_POSTER,
    shipped: '/art/coming-soon-tall.svg',
  },
  share: {
    name: 'Slika za dijeljenje',
    seen: 'Uz poveznicu u porukama i na mrežama. Na isporučeni crtež sam dolazi naziv.',
    width: 1200,
    height: 630,
    tolerance: 0.03,
    least: 1000,
    shipped: '/opengraph-image',
  },
  mark: {
    name: 'Znak',
    seen: 'Gore lijevo na svakoj stranici i na zaslonu mobitela tko je doda.',
    width: 512,
    height: 512,
    tolerance: 0.02,
    least: 128,
    shipped: '/art/mark.svg',
  },
  schedule: {
    name: 'Satnica, položena',
    seen: 'Satnica na računalu.',
    ...POSTER,
    tolerance: 0.35,
  },
  'schedule-tall': {
    name: 'Satnica, uspravna',
    seen: 'Satnica na mobitelu i tabletu.',
    ...TALL_POSTER,
    tolerance: 0.35,
  },
  'floor-plan-desktop': {
    name: 'Tlocrt za računalo',
    seen: 'Tlocrt na širokom zaslonu.',
    width: 1600,
    height: 780,
    tolerance: 0.35,
    least: 1280,
  },
  'floor-plan-tablet': {
    name: 'Tlocrt za tablet',
    seen: 'Tlocrt na zaslonu srednje širine.',
    width: 1200,
    height: 1132,
    tolerance: 0.35,
    least: 1000,
  },
  'floor-plan-mobile': {
    name: 'Tlocrt za mobitel',
    seen: 'Tlocrt na uskom zaslonu.',
    width: 720,
    height: 1804,
    tolerance: 0.45,
    least: 1200,
  },
  'venue-1': { name: 'Prvo mjesto', seen: 'Ispod tlocrta.', ...VENUE },
  'venue-2': { name: 'Drugo mjesto', seen: 'Ispod tlocrta.', ...VENUE },
  'venue-3': { name: 'Treće mjesto', seen: 'Ispod tlocrta.', ...VENUE },
  'venue-4': { name: 'Četvrto mjesto', seen: 'Ispod tlocrta.', ...VENUE },
  campus: {
    name: 'Crtež kampusa',
    seen: 'Kako do nas: dok se karta učitava, i gdje je preglednik ne može prikazati.',
    width: 1300,
    height: 1300,
    tolerance: 0.15,
    least: 1000,
  },
  'map-overlay': {
    name: 'Tlocrt na karti',
    seen: 'Kako do nas: leži na karti, poravnat po svoja četiri ugla. Pozadina neka je prozirna.',
    width: 1600,
    height: 1000,
    tolerance: null,
    least: 800,
  },
} as const satisfies Record<string, ArtworkSlot>

/** The one place of a document: the consent to which pre-registration links. */
export const CONSENT = 'consent'

export type PictureName = keyof typeof PICTURES
export type PlaceName = PictureName | typeof CONSENT

export const PICTURE_NAMES = keysOf(PICTURES)
export const SLOT_NAMES = [...PICTURE_NAMES, CONSENT] as const satisfies PlaceName[]

/** What each place is called, for the record. */
export const SLOT_LABELS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(PICTURES).map(([place, { name }]) => [place, name])),
  [CONSENT]: 'Privola',
}

export const findSlot = (name: PictureName): ArtworkSlot => PICTURES[name]

type Corner = [lng: number, lat: number]

/** North-west first and clockwise, as MapLibre takes them. */
export type Corners = [Corner, Corner, Corner, Corner]

/** A picture as pages show it; one at `/art/` is a drawing of ours. */
export interface SitePicture {
  src: string
  width: number
  height: number
}

type Shipped = {
  [N in PictureName]: (typeof PICTURES)[N] extends { shipped: string } ? N : never
}[PictureName]

/** What the public pages show: of what is shipped there is always something. */
export interface Artwork {
  pictures: Record<Shipped, SitePicture> & Partial<Record<PictureName, SitePicture>>
  /** Where the overlay lies on the map; null until somebody has laid it there. */
  corners: Corners | null
  hasConsent: boolean
}

/** The shipped drawings alone. */
export const defaultArtwork = (): Artwork => ({
  pictures: Object.fromEntries(
    PICTURE_NAMES.flatMap((name) => {
      const { shipped, width, height } = findSlot(name)
      return shipped ? [[name, { src: shipped, width, height }]] : []
    }),
  ) as Artwork['pictures'],
  corners: null,
  hasConsent: false,
})

/**
 * The mark as phones want it (PNG): square, for Apple's on ink, and where a system cuts its own
 * shape out of it (`maskable`) inside the circle of 80 % that no shape touches.
 */
export const ICONS = {
  '192.png': { side: 192, purpose: 'any' },
  '512.png': { side: 512, purpose: 'any' },
  'maskable-192.png': { side: 192, purpose: 'maskable' },
  'maskable-512.png': { side: 512, purpose: 'maskable' },
  'apple.png': { side: 180, purpose: 'apple' },
} as const

export type IconFile = keyof typeof ICONS

/** Where an icon of this mark is: a phone that has one asks anew only at another address. */
export const iconAddress = (file: IconFile, { src }: SitePicture) =>
  `/icons/${file}?${src.split('/').at(-1)?.slice(0, 12)}`

export interface PixelSize {
  width: number
  height: number
}

const inWords = ({ width, height }: PixelSize) => `${width} × ${height} px`

/** Why a picture of this size does not fit its place, in a sentence; null where it does. */
export function sizeProblem(name: PictureName, size: PixelSize): string | null {
  const { width, height, tolerance, least } = findSlot(name)
  const off = size.width / size.height / (width / height)
  if (tolerance !== null && Math.max(off, 1 / off) > 1 + tolerance)
    return `Krivi omjer: slika ima ${inWords(size)}, a treba biti oblika ${inWords({ width, height })}.`
  if (Math.max(size.width, size.height) < least)
    return `Premala slika: ima ${inWords(size)}, a duža stranica treba imati barem ${least} px.`
  return null
}

/** Metres that a plan is wide before anybody has laid it anywhere. */
const UNLAID = 400

/** The corners of a picture that lies around a place. */
export function cornersAround(
  centre: LngLat,
  { width, height }: { width: number | null; height: number | null },
): Corners {
  const x = UNLAID / 2
  const y = (x * (height ?? 1)) / (width ?? 1)
  const corners = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ] as const
  return corners.map((metres) => [...offsetBy(centre, metres)]) as Corners
}

/** Whether four corners are those of a picture that lies on the map the right way round. */
export function areCorners(corners: Corners): boolean {
  const turns = corners.map((at, i) => {
    const next = corners[(i + 1) % 4] as Corner
    const last = corners[(i + 2) % 4] as Corner
    return (next[0] - at[0]) * (last[1] - next[1]) - (next[1] - at[1]) * (last[0] - next[0])
  })
  // Clockwise with north up, and bent outwards at each of them.
  return turns.every((turn) => turn < 0)
}
