import { notFound } from '@/lib/http/errors'
import { failure } from '@/lib/http/failure'

/** Addresses below /api at which there is nothing: told as everything there is. */
const nothing = (request: Request) =>
  failure(request, notFound('Na ovoj adresi nema ničega. Popis poziva: /api/openapi.json'))

export { nothing as DELETE, nothing as GET, nothing as PATCH, nothing as POST, nothing as PUT }
