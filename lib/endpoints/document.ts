import { z } from 'zod'
import { getConfig } from '@/lib/config/settings'
import { describeApi } from '@/lib/openapi/document'
import { ROUTES } from './index'

type ApiDocument = ReturnType<typeof describeApi>

/** It holds no secret, and a program is written before it has a token: anyone may read it. */
export const documentRule = {
  access: 'anyone' as const,
  summary: 'The description of all calls, in OpenAPI 3.1',
  // Told of itself it is any object; whoever reads it knows what it was made as.
  response: z.looseObject({ openapi: z.string() }) as unknown as z.ZodType<
    ApiDocument,
    ApiDocument
  >,
}

let made: ApiDocument | undefined

/** Made once: it changes with the program, not while it runs. */
export function apiDocument() {
  made ??= describeApi(
    { ...ROUTES, 'openapi.json': { GET: { rule: documentRule } } },
    getConfig().PUBLIC_URL,
  )
  return made
}
