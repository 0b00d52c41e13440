import type { emergencyLists, night } from '../schema/night'
import type { TableFacts } from './facts'
import { ADMIN, inner, STAFF, shown } from './facts'

export const NIGHT = {
  atEnd: 'kept',
  columns: {
    id: inner('Broj'),
    capacity: { ...shown(STAFF, 'Najviše unutra'), phones: 'fill' },
    showCrowdLevel: {
      ...shown(ADMIN, 'Popunjenost na naslovnici'),
      fields: ['fullness'],
      atEnd: 'false',
    },
    emergencySalt: { ...inner('Sol pričuvnog paketa'), atEnd: 'null' },
    emergencyKey: { ...inner('Ključ pričuvnog paketa'), atEnd: 'null' },
  },
} as const satisfies TableFacts<keyof typeof night.$inferSelect>

const EMERGENCY_LISTS = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    madeAt: shown(ADMIN, 'Napravljen'),
    guests: shown(ADMIN, 'Gostiju'),
    salt: shown(ADMIN, 'Sol'),
    // The emergency list contains data of all ticket holders, so the row is deleted when any guest
    // is erased.
    sealed: shown(ADMIN, 'Zapečaćeni popis'),
  },
} as const satisfies TableFacts<keyof typeof emergencyLists.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const NIGHT_TABLES = {
  night: NIGHT,
  emergencyLists: EMERGENCY_LISTS,
} as const
