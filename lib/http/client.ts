/** A refusal as the API words it; status 0 when the server could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly code: string,
    readonly fields: Record<string, string[]> = {},
  ) {
    super(detail)
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls `/api{path}` as the signed-in person. Throws ApiError; a signal that fires counts as offline. */
export async function api<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(method, path, body, signal)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** A list with how many there are in all, also beyond `limit`. */
export async function apiList<T>(
  path: string,
  signal?: AbortSignal,
): Promise<{ rows: T[]; total: number }> {
  const response = await send('GET', path, undefined, signal)
  const rows = (await response.json()) as T[]
  return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) }
}

async function send(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  let response = await reach(method, path, body, signal)
  if (response.status === 401 && (await refresh()))
    response = await reach(method, path, body, signal)
  if (response.ok) return response
  const { detail, code, fields } = await response.json().catch(() => ({}))
  if (response.status === 401) signOut()
  throw new ApiError(
    response.status,
    detail ?? 'Dogodila se nepoznata greška, javite se administratoru',
    code ?? 'unexpected',
    fields,
  )
}

async function reach(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData)
  try {
    return await fetch(`/api${path}`, {
      method,
      signal,
      headers: isJson ? { 'content-type': 'application/json' } : undefined,
      body: isJson ? JSON.stringify(body) : body,
    })
  } catch {
    throw new ApiError(
      0,
      'Nema veze s poslužiteljem. Provjerite mrežu i pokušajte ponovno.',
      'offline',
    )
  }
}

/** A 401 is answered by one refresh of the sign-in and one retry (spec section 4). */
async function refresh(): Promise<boolean> {
  const answer = await fetch('/api/auth/session').catch(() => null)
  const session = answer?.ok ? await answer.json() : {}
  return Boolean(session?.expires)
}

/** An expired sign-in goes through the logout, and comes back here after the next login. */
function signOut() {
  const here = location.pathname + location.search
  if (here.startsWith('/admin') && !/^\/admin\/log(in|out)/.test(here))
    location.assign(`/admin/logout?next=${encodeURIComponent(here)}`)
}
