import './fields'
import type { z } from 'zod'
import { isValidInXml } from '@/lib/text/clean'
import { type FieldErrors, ServiceError } from './errors'

/**
 * Default size limit of a request body. Endpoints for images and spreadsheets set a larger
 * `maxBytes`.
 */
export const MAX_JSON_BYTES = 256 * 1024

const MB = 1024 * 1024

/** Time in which a body must arrive: five seconds, plus its transfer at 64 kB per second. */
const bodyTimeoutMs = (limit: number) => 5000 + (limit / 65_536) * 1000

type Bytes = Uint8Array<ArrayBuffer>

const isForm = (type: string) => /^multipart\/form-data\b/i.test(type)
const isJson = (type: string) => /^application\/json\b/i.test(type)
const isCspReport = (type: string) => /^application\/csp-report\b/i.test(type)
export const contentTypeOf = (request: Request) => request.headers.get('content-type') ?? ''

/**
 * Reads the body as bytes. Throws for a content type that the endpoint does not accept, and for a
 * body that is too large, incomplete or too slow.
 */
export async function readBytes(
  request: Request,
  { accepts, maxBytes = MAX_JSON_BYTES }: { accepts?: 'form' | 'report'; maxBytes?: number },
): Promise<Bytes> {
  const type = contentTypeOf(request)
  const isAccepted =
    isJson(type) ||
    (accepts === 'form' && isForm(type)) ||
    (accepts === 'report' && isCspReport(type))
  if (!isAccepted)
    throw new ServiceError(
      'wrong_type',
      accepts === 'form'
        ? 'Tijelo zahtjeva mora biti JSON ili obrazac.'
        : 'Tijelo zahtjeva mora biti JSON.',
    )
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(incompleteBody('too_slow')), bodyTimeoutMs(maxBytes))
  })
  try {
    return await Promise.race([readStream(request, maxBytes), tooSlow])
  } catch (error) {
    throw error instanceof ServiceError ? error : incompleteBody('broken_body')
  } finally {
    clearTimeout(timer)
  }
}

const incompleteBody = (code: string) =>
  new ServiceError('invalid', 'Tijelo zahtjeva nije stiglo cijelo.', { code })

const tooLarge = (limit: number) =>
  new ServiceError(
    'too_large',
    `Poslano je previše podataka: najviše ${limit < MB ? `${limit / 1024} kB` : `${limit / MB} MB`}.`,
  )

async function readStream(request: Request, limit: number): Promise<Bytes> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) <= limit)
    return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) return Buffer.concat(chunks) as Bytes
    size += value.byteLength
    if (announced !== null || size > limit) {
      void discardRest(reader)
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
}

/**
 * Maximum number of bytes of a rejected body that are still read: a client sees the response only
 * after it has sent the body.
 */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  let size = 0
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return
      size += value.byteLength
      if (size > MAX_DISCARDED_BYTES) return await reader?.cancel()
    }
  } catch {
    // The client has disconnected, which also ends the upload.
  }
}

/** Parses a body: the value of its JSON, or the texts and files of its form by field name. */
export async function parseBody(request: Request, bytes: Bytes): Promise<unknown> {
  const type = contentTypeOf(request)
  if (isForm(type))
    return requireWritable(
      await parseForm(new Response(bytes, { headers: { 'content-type': type } })),
    )
  return requireWritable(parseJson(bytes))
}

function parseJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ServiceError('invalid', 'Tijelo zahtjeva nije ispravan JSON.', {
      code: 'broken_json',
    })
  }
}

const BAD_CHARACTER = 'Tekst sadrži nedopušten znak.'

/** Maximum nesting of lists and objects in a body, deeper than any schema of the API allows. */
const MAX_DEPTH = 20

/**
 * Returns the body. Throws invalid for a text with a character that XML forbids, since a spreadsheet
 * could not contain it, and for a body nested too deep. The import itself checks a list of rows,
 * because it can name the row.
 */
function requireWritable(body: unknown): unknown {
  requireShallow(body)
  const path = Array.isArray(body) ? null : findBadText(body)
  if (path)
    throw new ServiceError('invalid', BAD_CHARACTER, {
      code: 'bad_character',
      fields: { [path.join('.') || '_']: [BAD_CHARACTER] },
    })
  return body
}

const isNested = (value: unknown): value is object =>
  value instanceof Object && !(value instanceof Blob)

/** Throws invalid for a body that is nested deeper than MAX_DEPTH. */
function requireShallow(value: unknown, depth = 0): void {
  if (!isNested(value)) return
  if (depth === MAX_DEPTH)
    throw new ServiceError('invalid', 'Tijelo zahtjeva ima previše razina.', {
      code: 'too_deep',
    })
  for (const inner of Object.values(value)) requireShallow(inner, depth + 1)
}

/** Returns the path of the first text with a forbidden character, or null. */
function findBadText(value: unknown): string[] | null {
  if (typeof value === 'string') return isValidInXml(value) ? null : []
  if (!isNested(value)) return null
  for (const [key, inner] of Object.entries(value)) {
    const path = findBadText(inner)
    if (path) return [key, ...path]
  }
  return null
}

async function parseForm(form: Response): Promise<Record<string, unknown>> {
  try {
    return Object.fromEntries(await form.formData())
  } catch {
    throw new ServiceError('invalid', 'Poslani obrazac nije ispravan.', { code: 'broken_form' })
  }
}

/** Validates a value against its schema. Throws invalid with the messages by field. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('.') || '_'
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  const [first] = parsed.error.issues
  throw new ServiceError('invalid', first?.message ?? 'Neispravan unos', { fields })
}
