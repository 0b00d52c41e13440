import './fields'
import type { z } from 'zod'
import { isWritable } from '@/lib/text/clean'
import { type FieldErrors, ServiceError } from './errors'

/** Bytes. Images and spreadsheets have their own, larger limits: `maxBytes` of their rule. */
export const JSON_LIMIT = 256 * 1024

const MB = 1024 * 1024

/** Milliseconds for a body to arrive: five seconds, and what it takes at 64 kB a second. */
const patience = (limit: number) => 5000 + (limit / 65_536) * 1000

type Bytes = Uint8Array<ArrayBuffer>

const isForm = (type: string) => /^multipart\/form-data\b/i.test(type)
const isJson = (type: string) => /^application\/json\b/i.test(type)
const isReport = (type: string) => /^application\/csp-report\b/i.test(type)
export const typeOf = (request: Request) => request.headers.get('content-type') ?? ''

/** The body as it came. Refuses types that the rule does not take, and what is too much. */
export async function readBytes(
  request: Request,
  { accepts, maxBytes = JSON_LIMIT }: { accepts?: 'form' | 'report'; maxBytes?: number },
): Promise<Bytes> {
  const type = typeOf(request)
  const fits =
    isJson(type) || (accepts === 'form' && isForm(type)) || (accepts === 'report' && isReport(type))
  if (!fits)
    throw new ServiceError(
      'wrong_type',
      accepts === 'form'
        ? 'Tijelo zahtjeva mora biti JSON ili obrazac.'
        : 'Tijelo zahtjeva mora biti JSON.',
    )
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(broken('too_slow')), patience(maxBytes))
  })
  try {
    return await Promise.race([receive(request, maxBytes), tooSlow])
  } catch (error) {
    throw error instanceof ServiceError ? error : broken('broken_body')
  } finally {
    clearTimeout(timer)
  }
}

const broken = (code: string) =>
  new ServiceError('invalid', 'Tijelo zahtjeva nije stiglo cijelo.', { code })

const tooLarge = (limit: number) =>
  new ServiceError(
    'too_large',
    `Poslano je previše podataka: najviše ${limit < MB ? `${limit / 1024} kB` : `${limit / MB} MB`}.`,
  )

async function receive(request: Request, limit: number): Promise<Bytes> {
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
      void discard(reader)
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
}

/** Bytes read for nobody, because a sender hears a refusal only when it may finish. */
const MOST_DISCARDED = 64 * 1024 * 1024

async function discard(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  let size = 0
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return
      size += value.byteLength
      if (size > MOST_DISCARDED) return await reader?.cancel()
    }
  } catch {
    // The sender has gone away, as it should.
  }
}

/** The body's value: what the JSON says, or the form's texts and files by their names. */
export async function parseBody(request: Request, bytes: Bytes): Promise<unknown> {
  const type = typeOf(request)
  if (isForm(type))
    return writable(await parseForm(new Response(bytes, { headers: { 'content-type': type } })))
  return writable(parseJson(bytes))
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

/** Levels of lists and objects in a body, more than any schema of the API takes. */
const MAX_DEPTH = 20

/**
 * Returns the body when its texts can be written into any file. Throws invalid for characters that
 * XML forbids, and for a body nested too deep. The texts of a list of rows are left to its import,
 * which names the row.
 */
function writable(body: unknown): unknown {
  requireFlat(body)
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

/** Throws invalid for a body deeper than the limit, and never descends further. */
function requireFlat(value: unknown, depth = 0): void {
  if (!isNested(value)) return
  if (depth === MAX_DEPTH)
    throw new ServiceError('invalid', 'Tijelo zahtjeva ima previše razina.', {
      code: 'too_deep',
    })
  for (const inner of Object.values(value)) requireFlat(inner, depth + 1)
}

/** Returns the path of the first text with a forbidden character, or null. */
function findBadText(value: unknown): string[] | null {
  if (typeof value === 'string') return isWritable(value) ? null : []
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

/** Checks a value against its schema; what does not fit comes back field by field. */
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
