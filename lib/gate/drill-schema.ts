import { z } from 'zod'
import { VERDICTS } from '@/db/catalogue/verdicts'
import { idParams, instantResponse } from '@/lib/http/fields'
import { deviceStatus, PASSAGES_AT_ONCE, passageInput } from './schema'

/** What a phone tells of how a drill goes, beside its passages. */
const drillFacts = z.object({
  /** How many codes it judged, and the longest that one took, in ms. */
  scans: z.int().min(0).max(100_000),
  slowest: z.int().min(0).max(10_000_000),
  camera: deviceStatus.shape.camera,
  /** Whether what it decides outlives a reload. */
  isLasting: z.boolean(),
})

export type DrillFacts = z.output<typeof drillFacts>

export const drillReportBody = z.object({
  drill: idParams.shape.id,
  /** Now, by the clock that `at` of the passages is of. */
  sentAt: z.iso.datetime('Neispravno vrijeme'),
  passages: z.array(passageInput).max(PASSAGES_AT_ONCE),
  facts: drillFacts,
})

export type DrillReportInput = z.output<typeof drillReportBody>

const reportResponse = z.object({
  deviceId: z.uuid(),
  facts: drillFacts,
  passages: z.array(
    z.object({
      id: z.string(),
      guestId: z.int().nullable(),
      verdict: z.enum(VERDICTS),
      /** Milliseconds, by the server's clock. */
      at: z.number(),
      takesBack: z.string().nullable(),
    }),
  ),
})

export type DrillReport = z.output<typeof reportResponse>

const drill = z.object({
  id: z.int(),
  startedAt: instantResponse,
  /** When it is over for everybody. */
  endsAt: instantResponse,
  reports: z.array(reportResponse),
})

export type Drill = z.output<typeof drill>

export const drillResponse = z.object({ drill: drill.nullable() })
export const startedDrillResponse = z.object({ drill })
