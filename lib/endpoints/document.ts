import { z } from 'zod'
import { getConfig } from '@/lib/config/settings'
import { describeApi } from '@/lib/openapi/document'
import { ROUTES } from './index'

type ApiDocument = ReturnType<typeof describeApi>

/**
 * Endpoint of the OpenAPI document. Anyone may read it: it has no secret, and programs are written
 * before they have a token.
 */
export const documentRule = {
  access: 'anyone' as const,
  summary: 'Read the description of all endpoints, in OpenAPI 3.1',
  // The document describes itself as any object. TypeScript code gets the exact type.
  response: z.looseObject({ openapi: z.string() }) as unknown as z.ZodType<
    ApiDocument,
    ApiDocument
  >,
}

let builtDocument: ApiDocument | undefined

/**
 * Returns the OpenAPI document. It is built only once, because it cannot change while the program
 * runs.
 */
export function apiDocument() {
  builtDocument ??= describeApi(
    { ...ROUTES, 'openapi.json': { GET: { rule: documentRule } } },
    getConfig().PUBLIC_URL,
  )
  return builtDocument
}
