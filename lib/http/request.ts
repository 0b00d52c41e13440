import type { z } from 'zod'
import { type FieldErrors, ServiceError } from './errors'

/** Bytes. Images and spreadsheets have their own, larger limits. */
const JSON_LIMIT = 256 * 1024

/** The JSON body of a request; refuses other types, oversized and broken ones. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type))
    throw new ServiceError('wrong_type', 'Tijelo zahtjeva mora biti JSON.')
  const text = await readText(request, JSON_LIMIT)
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('invalid', 'Tijelo zahtjeva nije ispravan JSON.', {
      code: 'broken_json',
    })
  }
}

const tooLarge = () => new ServiceError('too_large', 'Poslano je previše podataka.')

async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced !== null) {
    if (Number(announced) > limit) throw tooLarge()
    return request.text()
  }
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
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
