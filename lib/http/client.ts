import { type OnProgress, sendForm } from './send-form'

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

/** Sends a form with a file, and says how much of it has gone out so far, from 0 to 1. */
export async function apiForm<T>(
  method: 'POST' | 'PUT',
  path: string,
  form: FormData,
  onProgress: OnProgress,
): Promise<T> {
  const response = await send(method, path, form, undefined, onProgress)
  return (await response.json()) as T
}

/** A file that the API answers with, under the name that it gives. */
export async function apiFile(path: string): Promise<File> {
  const response = await send('GET', path)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return new File([await response.blob()], name ?? 'datoteka')
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

export async function send(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<Response> {
  const call = () => reach(method, path, body, signal, onProgress)
  let response = await call()
  if (response.status === 401 && (await refresh())) response = await call()
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
  onProgress?: OnProgress,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData)
  try {
    if (onProgress && body instanceof FormData)
      return await sendForm(method, `/api${path}`, body, onProgress)
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
