import type { z } from 'zod'
import { type FieldErrors, ServiceError } from './errors'

/** Bytes. Images and spreadsheets have their own, larger limits: `maxBytes` of their rule. */
const JSON_LIMIT = 256 * 1024

/**
 * The body of a request: JSON, or a multipart form where the rule admits one, as an object
 * of texts and files. Refuses other types, oversized and broken bodies.
 */
export async function readBody(
  request: Request,
  { accepts, maxBytes = JSON_LIMIT }: { accepts?: 'form'; maxBytes?: number },
): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (accepts === 'form' && /^multipart\/form-data\b/i.test(type)) {
    const bytes = await readBytes(request, maxBytes)
    return readForm(new Response(bytes, { headers: { 'content-type': type } }))
  }
  if (!/^application\/json\b/i.test(type))
    throw new ServiceError(
      'wrong_type',
      accepts ? 'Tijelo zahtjeva mora biti JSON ili obrazac.' : 'Tijelo zahtjeva mora biti JSON.',
    )
  const text = new TextDecoder().decode(await readBytes(request, maxBytes))
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('invalid', 'Tijelo zahtjeva nije ispravan JSON.', {
      code: 'broken_json',
    })
  }
}

async function readForm(form: Response): Promise<Record<string, unknown>> {
  try {
    return Object.fromEntries(await form.formData())
  } catch {
    throw new ServiceError('invalid', 'Poslani obrazac nije ispravan.', { code: 'broken_form' })
  }
}

const tooLarge = () => new ServiceError('too_large', 'Poslano je previše podataka.')

async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = request.headers.get('content-length')
  if (announced !== null) {
    if (Number(announced) > limit) throw tooLarge()
    return new Uint8Array(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks) as Uint8Array<ArrayBuffer>
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
