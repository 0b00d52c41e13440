import type { disputeResolutions, gateDrillReports, gateDrills } from '../schema/board'
import type { TableFacts } from './facts'
import { ADMIN, inner, STAFF, shown } from './facts'

const DISPUTE_RESOLUTIONS = {
  atEnd: 'erased',
  columns: {
    passage: shown(ADMIN, 'Prolaz'),
    settled: { ...shown(ADMIN, 'Odluka'), fields: ['settled'] },
    settledBy: shown(ADMIN, 'Tko je odlučio'),
    settledAt: shown(ADMIN, 'Kad je odlučeno'),
  },
} as const satisfies TableFacts<keyof typeof disputeResolutions.$inferSelect>

const GATE_DRILLS = {
  atEnd: 'erased',
  columns: {
    id: shown(STAFF, 'Broj'),
    startedBy: inner('Tko je počeo'),
    startedAt: shown(STAFF, 'Početak'),
    endsAt: shown(STAFF, 'Kraj'),
  },
} as const satisfies TableFacts<keyof typeof gateDrills.$inferSelect>

const GATE_DRILL_REPORTS = {
  atEnd: 'erased',
  columns: {
    drillId: inner('Vježba'),
    deviceId: shown(ADMIN, 'Uređaj'),
    passages: inner('Prolazi vježbe'),
    facts: shown(ADMIN, 'Što je uređaj javio'),
    receivedAt: shown(ADMIN, 'Primljeno'),
  },
} as const satisfies TableFacts<keyof typeof gateDrillReports.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const BOARD_TABLES = {
  disputeResolutions: DISPUTE_RESOLUTIONS,
  gateDrillReports: GATE_DRILL_REPORTS,
  gateDrills: GATE_DRILLS,
} as const
