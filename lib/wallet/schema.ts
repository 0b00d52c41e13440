import { z } from 'zod'

export const passCode = z.object({ code: z.string().max(100) })

const device = z.string().min(1).max(100)
const passType = z.string().max(200)
const serial = z.string().max(100)

export const phoneParams = z.object({ device, passType })
export const registrationParams = phoneParams.extend({ serial })
export const serialParams = z.object({ passType, serial })

/** Time from which changes are listed: the `lastUpdated` of an earlier response. */
export const sinceQuery = z.object({ passesUpdatedSince: z.string().max(40).optional() })

/** Push token of the phone at Apple's push service. */
export const pushTokenBody = z.object({ pushToken: z.string().regex(/^[0-9A-Za-z]{1,200}$/) })

export const changedPassesResponse = z.object({
  serialNumbers: z.array(z.string()),
  lastUpdated: z.string(),
})

export const logBody = z.object({ logs: z.array(z.string().max(4000)).max(100) })
