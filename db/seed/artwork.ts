import { readFile } from 'node:fs/promises'
import { renderArt, type SeedImage, toImageRow } from './pictures'
import type { Transaction } from './sql'

/** Drawings of the demo by artwork slot, with the length of the longer side in pixels. */
const DRAWING_SIZES: Record<string, number> = {
  schedule: 2400,
  'schedule-tall': 2400,
  'floor-plan-desktop': 2400,
  'floor-plan-tablet': 2000,
  'floor-plan-mobile': 2700,
  'venue-1': 1280,
  'venue-2': 1280,
  'venue-3': 1280,
  'venue-4': 1280,
  campus: 1600,
}

/**
 * Corners of the floor plan on the map, as longitude and latitude. A test compares them with
 * lib/map/ground.ts.
 */
export const OVERLAY_CORNERS: [number, number][] = [
  [15.963933103, 45.803351624],
  [15.969335803, 45.803351624],
  [15.969335803, 45.801048376],
  [15.963933103, 45.801048376],
]

const OVERLAY = 'map-overlay'

/** Renders the demo drawings. Returns their image rows by artwork slot. */
export async function renderArtwork(): Promise<Map<string, SeedImage>> {
  const rendered = Object.entries(DRAWING_SIZES).map(
    async ([slot, size]) => [slot, await renderArt('site', slot, size)] as const,
  )
  const overlay = toImageRow(await readFile(`db/seed/art/site/${OVERLAY}.webp`))
  return new Map([...(await Promise.all(rendered)), [OVERLAY, await overlay] as const])
}

/** Inserts the drawings and the consent PDF into their artwork slots. */
export async function insertArtwork(tx: Transaction, drawings: Map<string, SeedImage>) {
  const pictures = [...drawings.values()]
  await tx`insert into images ${tx(pictures, 'hash', 'mime', 'width', 'height', 'bytes')}
    on conflict do nothing`
  const rows = [...drawings].map(([slot, { hash }]) => ({
    slot,
    image_hash: hash,
    file_name: slot === OVERLAY ? `${slot}.webp` : `${slot}.svg`,
  }))
  await tx`insert into artworks ${tx(rows)} on conflict do nothing`
  // The connection that drizzle uses sends JSON as text, so the value is cast.
  await tx`update artworks set corners = ${JSON.stringify(OVERLAY_CORNERS)}::text::jsonb
    where slot = ${OVERLAY} and corners is null`
  const document = await readFile('db/seed/art/site/consent.pdf')
  await tx`
    insert into artworks (slot, document, file_name) values ('consent', ${document}, 'privola.pdf')
    on conflict do nothing`
}
