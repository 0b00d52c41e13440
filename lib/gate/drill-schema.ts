import { z } from 'zod'
import { VERDICTS } from '@/db/catalogue/verdicts'
import { idParams, instantResponse } from '@/lib/http/fields'
import { deviceStatus, MAX_PASSAGES, passageInput } from './schema'

/** Report of a device about its drill, in addition to the passages. */
const drillFacts = z.object({
  /** `scans` is the number of scanned codes. `slowest` is the slowest decision in milliseconds. */
  scans: z.int().min(0).max(100_000),
  slowest: z.int().min(0).max(10_000_000),
  camera: deviceStatus.shape.camera,
  /** Whether the passages of the device survive a reload of the page. */
  isLasting: z.boolean(),
})

export type DrillFacts = z.output<typeof drillFacts>

export const drillReportBody = z.object({
  drill: idParams.shape.id,
  /**
   * Time of sending by the clock of the device, like `at` of the passages. The server computes the
   * clock offset from it.
   */
  sentAt: z.iso.datetime('Neispravno vrijeme'),
  passages: z.array(passageInput).max(MAX_PASSAGES),
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
      /** Time of the passage in milliseconds since 1970, by the clock of the server. */
      at: z.number(),
      takesBack: z.string().nullable(),
    }),
  ),
})

export type DrillReport = z.output<typeof reportResponse>

const drill = z.object({
  id: z.int(),
  startedAt: instantResponse,
  /** End of the drill for all devices. */
  endsAt: instantResponse,
  reports: z.array(reportResponse),
})

export type Drill = z.output<typeof drill>

export const drillResponse = z.object({ drill: drill.nullable() })
export const startedDrillResponse = z.object({ drill })
