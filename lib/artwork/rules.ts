import { type LngLat, offsetBy } from '@/lib/map/geo'
import { keysOf } from '@/lib/text/keys'

export { isDefault } from '@/lib/images/shipped'

/** Slot of the site for an image that an admin can upload (for the consent: a document). */
export interface ArtworkSlot {
  /** Croatian name of the slot, and where visitors see its image. */
  name: string
  usedOn: string
  /** Wanted size of the image in px, which also gives the proportions. */
  width: number
  height: number
  /** Maximum relative difference from the wanted proportions; null allows any proportions. */
  tolerance: number | null
  /** Minimum length of the longer side in px. */
  minSide: number
  /** URL of the default image, which is shown until an admin uploads another. */
  defaultSrc?: string
}

const POSTER = { width: 1600, height: 900, tolerance: 0.12, minSide: 1280 }
const TALL_POSTER = { width: 900, height: 1600, tolerance: 0.12, minSide: 1200 }
const VENUE = { width: 800, height: 600, tolerance: 0.05, minSide: 800 }

/** Artwork slots for images, in the order of the back office. */
export const PICTURES = {
  poster: {
    name: 'Plakat, položen',
    usedOn:
      'Naslovnica na računalu i na tabletu, cijela. Iznad nje stoje datum i odbrojavanje, ispod nje naziv.',
    ...POSTER,
    defaultSrc: '/art/poster.svg',
  },
  'poster-tall': {
    name: 'Plakat, uspravan',
    usedOn: 'Naslovnica na mobitelu. Ispod nje stoji naziv.',
    ...TALL_POSTER,
    defaultSrc: '/art/poster-tall.svg',
  },
  'coming-soon': {
    name: 'Najava, položena',
    usedOn: 'Što računalo pokazuje prije otvaranja stranice, preko cijeloga zaslona.',
    ...POSTER,
    defaultSrc: '/art/coming-soon.svg',
  },
  'coming-soon-tall': {
    name: 'Najava, uspravna',
    usedOn: 'Što mobitel pokazuje prije otvaranja stranice, preko cijeloga zaslona.',
    ...TALL_POSTER,
    defaultSrc: '/art/coming-soon-tall.svg',
  },
  share: {
    name: 'Slika za dijeljenje',
    usedOn: 'Uz poveznicu u porukama i na mrežama. Na isporučeni crtež sam dolazi naziv.',
    width: 1200,
    height: 630,
    tolerance: 0.03,
    minSide: 1000,
    defaultSrc: '/opengraph-image',
  },
  mark: {
    name: 'Znak',
    usedOn: 'Gore lijevo na svakoj stranici i na zaslonu mobitela tko je doda.',
    width: 512,
    height: 512,
    tolerance: 0.02,
    minSide: 128,
    defaultSrc: '/art/mark.svg',
  },
  schedule: {
    name: 'Satnica, položena',
    usedOn: 'Satnica na računalu.',
    ...POSTER,
    tolerance: 0.35,
  },
  'schedule-tall': {
    name: 'Satnica, uspravna',
    usedOn: 'Satnica na mobitelu i tabletu.',
    ...TALL_POSTER,
    tolerance: 0.35,
  },
  'floor-plan-desktop': {
    name: 'Tlocrt za računalo',
    usedOn: 'Tlocrt na širokom zaslonu.',
    width: 1600,
    height: 780,
    tolerance: 0.35,
    minSide: 1280,
  },
  'floor-plan-tablet': {
    name: 'Tlocrt za tablet',
    usedOn: 'Tlocrt na zaslonu srednje širine.',
    width: 1200,
    height: 1132,
    tolerance: 0.35,
    minSide: 1000,
  },
  'floor-plan-mobile': {
    name: 'Tlocrt za mobitel',
    usedOn: 'Tlocrt na uskom zaslonu.',
    width: 720,
    height: 1804,
    tolerance: 0.45,
    minSide: 1200,
  },
  'venue-1': { name: 'Prvo mjesto', usedOn: 'Ispod tlocrta.', ...VENUE },
  'venue-2': { name: 'Drugo mjesto', usedOn: 'Ispod tlocrta.', ...VENUE },
  'venue-3': { name: 'Treće mjesto', usedOn: 'Ispod tlocrta.', ...VENUE },
  'venue-4': { name: 'Četvrto mjesto', usedOn: 'Ispod tlocrta.', ...VENUE },
  campus: {
    name: 'Crtež kampusa',
    usedOn: 'Kako do nas: dok se karta učitava, i gdje je preglednik ne može prikazati.',
    width: 1300,
    height: 1300,
    tolerance: 0.15,
    minSide: 1000,
  },
  'map-overlay': {
    name: 'Tlocrt na karti',
    usedOn: 'Kako do nas: leži na karti, poravnat po svoja četiri ugla. Pozadina neka je prozirna.',
    width: 1600,
    height: 1000,
    tolerance: null,
    minSide: 800,
  },
} as const satisfies Record<string, ArtworkSlot>

/** Artwork slot of the only document: the consent to which the sign-up form links. */
export const CONSENT = 'consent'

export type PictureName = keyof typeof PICTURES
export type PlaceName = PictureName | typeof CONSENT

export const PICTURE_NAMES = keysOf(PICTURES)
export const SLOT_NAMES = [...PICTURE_NAMES, CONSENT] as const satisfies PlaceName[]

/** Croatian names of the artwork slots, for the activity log. */
export const SLOT_LABELS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(PICTURES).map(([place, { name }]) => [place, name])),
  [CONSENT]: 'Privola',
}

export const findSlot = (name: PictureName): ArtworkSlot => PICTURES[name]

type Corner = [lng: number, lat: number]

/** Corners of an image on the map, clockwise from the north-west, as MapLibre expects them. */
export type Corners = [Corner, Corner, Corner, Corner]

/**
 * An image as pages show it. The path of an uploaded image starts with `/api/`, the path of a
 * default image does not.
 */
export interface SitePicture {
  src: string
  width: number
  height: number
}

type NameWithDefault = {
  [N in PictureName]: (typeof PICTURES)[N] extends { defaultSrc: string } ? N : never
}[PictureName]

/** Artwork of the public pages. A slot with a default image always has an image. */
export interface Artwork {
  pictures: Record<NameWithDefault, SitePicture> & Partial<Record<PictureName, SitePicture>>
  /** Corners of the map overlay; null until an admin has placed it on the map. */
  corners: Corners | null
  hasConsent: boolean
}

/** Returns the artwork of a site without uploads. */
export const defaultArtwork = (): Artwork => ({
  pictures: Object.fromEntries(
    PICTURE_NAMES.flatMap((name) => {
      const { defaultSrc, width, height } = findSlot(name)
      return defaultSrc ? [[name, { src: defaultSrc, width, height }]] : []
    }),
  ) as Artwork['pictures'],
  corners: null,
  hasConsent: false,
})

/**
 * Icon files (PNG), made from the artwork `mark` (the festival's icon). They are square, Apple's
 * with a dark background. A system cuts its own shape out of a `maskable` icon, so the image stays
 * inside the circle of 80 % that no shape cuts.
 */
export const ICONS = {
  '192.png': { side: 192, purpose: 'any' },
  '512.png': { side: 512, purpose: 'any' },
  'maskable-192.png': { side: 192, purpose: 'maskable' },
  'maskable-512.png': { side: 512, purpose: 'maskable' },
  'apple.png': { side: 180, purpose: 'apple' },
} as const

export type IconFile = keyof typeof ICONS

/**
 * Returns the URL of an icon. It changes with the artwork `mark`, because a phone loads an icon
 * again only from another URL.
 */
export const iconAddress = (file: IconFile, { src }: SitePicture) =>
  `/icons/${file}?${src.split('/').at(-1)?.slice(0, 12)}`

export interface PixelSize {
  width: number
  height: number
}

const formatSize = ({ width, height }: PixelSize) => `${width} × ${height} px`

/** Returns why an image of this size does not fit its slot, as a sentence; null if it fits. */
export function sizeProblem(name: PictureName, size: PixelSize): string | null {
  const { width, height, tolerance, minSide } = findSlot(name)
  const off = size.width / size.height / (width / height)
  if (tolerance !== null && Math.max(off, 1 / off) > 1 + tolerance)
    return `Krivi omjer: slika ima ${formatSize(size)}, a treba biti oblika ${formatSize({ width, height })}.`
  if (Math.max(size.width, size.height) < minSide)
    return `Premala slika: ima ${formatSize(size)}, a duža stranica treba imati barem ${minSide} px.`
  return null
}

/** Width of the map overlay in metres, before an admin has placed it. */
const INITIAL_WIDTH_M = 400

/** Returns the corners of an image that is centred on a place of the map. */
export function cornersAround(
  centre: LngLat,
  { width, height }: { width: number | null; height: number | null },
): Corners {
  const x = INITIAL_WIDTH_M / 2
  const y = (x * (height ?? 1)) / (width ?? 1)
  const corners = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ] as const
  return corners.map((metres) => [...offsetBy(centre, metres)]) as Corners
}

/** Whether four corners belong to an image that lies on the map and is not mirrored. */
export function areCorners(corners: Corners): boolean {
  const turns = corners.map((at, i) => {
    const next = corners[(i + 1) % 4] as Corner
    const last = corners[(i + 2) % 4] as Corner
    return (next[0] - at[0]) * (last[1] - next[1]) - (next[1] - at[1]) * (last[0] - next[0])
  })
  // The corners are clockwise with north up, and the shape is convex.
  return turns.every((turn) => turn < 0)
}
