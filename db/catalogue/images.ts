import type { images } from '../schema/images'
import type { TableFacts } from './facts'
import { inner, PUBLIC, shown } from './facts'

const IMAGES = {
  atEnd: 'kept',
  columns: {
    hash: shown(PUBLIC, 'Otisak'),
    mime: shown(PUBLIC, 'Vrsta'),
    width: shown(PUBLIC, 'Širina'),
    height: shown(PUBLIC, 'Visina'),
    bytes: shown(PUBLIC, 'Slika'),
    createdAt: inner('Zapisano'),
  },
} as const satisfies TableFacts<keyof typeof images.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const IMAGE_TABLES = { images: IMAGES } as const
