import type {
  EndpointInput,
  EndpointOutput,
  ListPath,
  ListQueryOf,
  Method,
  OnProgress,
  Page,
  Path,
  RepeatablePost,
  RowOf,
  UntypedInput,
} from './types'

/** Error response of the API. Status 0 means that the server could not be reached. */
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

/**
 * Sends a request to the API as the signed-in user. The spec of the endpoint gives the types.
 * Throws ApiError; an aborted request counts as offline.
 */
export function api<const M extends Method, const P extends Path<M>>(
  method: M,
  path: P,
  ...[input]: object extends EndpointInput<M, P>
    ? [input?: EndpointInput<M, P>]
    : [input: EndpointInput<M, P>]
): Promise<EndpointOutput<M, P>> {
  return untypedApi(method, path, input ?? {})
}

/**
 * POST endpoints that create nothing, so that they need no Idempotency-Key. The compiler checks
 * that the list is complete.
 */
const REPEATABLE_POSTS: Record<RepeatablePost, true> = {
  '/auth/google': true,
  '/auth/logout': true,
  '/auth/token/refresh': true,
  '/cjenik/reorder': true,
  '/csp': true,
  '/editions/end': true,
  '/gate/devices': true,
  '/gate/drill': true,
  '/gate/join': true,
  '/gate/passages': true,
  '/gate/scan': true,
  '/gates/[id]/pairings': true,
  '/guests/[id]/restore': true,
  '/guests/[id]/resend-ticket': true,
  '/guests/[id]/show-ticket': true,
  '/guests/bulk/[id]/stop': true,
  '/guests/bulk/export': true,
  '/guests/check-in': true,
  '/guests/import-shape': true,
  '/karta': true,
  '/lineup/reorder': true,
  '/mailer/[id]/try-now': true,
  '/mailer/webhook': true,
  '/people/erase': true,
  '/people/file': true,
  '/sponsors/[id]/replace-link': true,
  '/webhooks/[id]/secret': true,
  '/webhooks/[id]/test': true,
  '/webhooks/deliveries/[id]/resend': true,
  '/sponsors/public/opened': true,
  '/sponsors/reorder': true,
  '/stages/reorder': true,
  '/users/imports/[id]/undo': true,
  '/users/keys': true,
  '/wallet/v1/log': true,
}

const REPEATABLE_PATHS = new Set(Object.keys(REPEATABLE_POSTS))

/**
 * Whether a request only previews a write. A preview changes nothing and shows the effect now (rule
 * 4.20), so it must never get the stored response of an earlier preview.
 */
const isPreview = ({ query = {} }: UntypedInput) => 'preview' in query && query.preview === '1'

const UNKNOWN = 'Dogodila se nepoznata greška, javite se administratoru'

/** Messages for error responses that do not come from the API, but from a proxy. */
const PROXY_ERROR_MESSAGES = new Map([
  [413, 'Datoteka je prevelika, pa je nije moguće poslati. Smanjite je i pokušajte ponovno.'],
])

/**
 * Delay in ms before a request whose response was lost is sent again, and maximum number of such
 * repeats while the server still runs the first request.
 */
const REPEAT_DELAY_MS = 500
const MAX_REPEATS = 40

/** Time in ms in which the same request counts as a repetition of one with an unknown outcome. */
const UNKNOWN_OUTCOME_TTL_MS = 15 * 60_000

/**
 * Idempotency-Keys of requests whose outcome is unknown, because the response was lost or a server
 * failed. A user who sends the same request again sends the same key, so that it is done once (rule
 * 10.15).
 */
const unknownOutcomes = new Map<string, { key: string; at: number }>()

/**
 * Sends a request to an endpoint whose path is only known at run time, with the type of its
 * response given. A request that creates something has an Idempotency-Key, so that it can be
 * repeated when its response was lost: once by this function, and then by the user. A preview has
 * none.
 */
export async function untypedApi<T>(method: Method, path: string, input: UntypedInput): Promise<T> {
  const address = buildUrl(path, input.params, input.query)
  if (method !== 'POST' || REPEATABLE_PATHS.has(path) || isPreview(input))
    return (await send(method, address, input)) as T
  const request = JSON.stringify([
    address,
    input.body instanceof FormData ? partsOf(input.body) : input.body,
  ])
  const before = unknownOutcomes.get(request)
  const isRepetition = before !== undefined && Date.now() - before.at < UNKNOWN_OUTCOME_TTL_MS
  const key = isRepetition ? before.key : newKey()
  unknownOutcomes.delete(request)
  try {
    return (await sendUntilAnswered(() => send(method, address, input, key), input.signal)) as T
  } catch (error) {
    if (isOutcomeUnknown(error)) unknownOutcomes.set(request, { key, at: Date.now() })
    throw error
  }
}

/** Parts of a form as plain values. A file counts as the same by its name, size and time. */
const partsOf = (form: FormData) =>
  Array.from(form, ([name, part]) =>
    typeof part === 'string' ? [name, part] : [name, part.name, part.size, part.lastModified],
  )

/** Sends a request with an Idempotency-Key, and repeats it if its response was lost. */
async function sendUntilAnswered(attempt: () => Promise<unknown>, signal?: AbortSignal) {
  try {
    return await attempt()
  } catch (error) {
    if (!isResponseLost(error) || signal?.aborted) throw error
  }
  for (let repeats = 1; ; repeats++) {
    await new Promise((resolve) => setTimeout(resolve, REPEAT_DELAY_MS))
    try {
      return await attempt()
    } catch (error) {
      if (!isStillRunning(error) || repeats === MAX_REPEATS || signal?.aborted) throw error
    }
  }
}

const isStillRunning = (error: unknown) =>
  error instanceof ApiError && error.code === 'still_running'

/** Whether the request may have been done: it was not answered, or not by its own work. */
const isOutcomeUnknown = (error: unknown) =>
  isResponseLost(error) ||
  isStillRunning(error) ||
  (error instanceof ApiError && error.status >= 500)

const isResponseLost = (error: unknown) => error instanceof ApiError && error.status === 0

/** Creates an Idempotency-Key. Browsers have `crypto.randomUUID` only on secure pages (https). */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Reads a list whose path is only known at run time. */
export const apiGetList = <P extends ListPath>(
  path: P,
  query: ListQueryOf<P>,
  signal?: AbortSignal,
): Promise<Page<RowOf<P>>> => untypedApi('GET', path, { query, signal })

/**
 * Returns a URL path below /api. Fills in the parameters in brackets and leaves out empty query
 * values.
 */
export function buildUrl(path: string, params: object = {}, query: object = {}): string {
  const parts = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/\[(\w+)\]/g, (_, name) => encodeURIComponent(`${parts.get(name)}`))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return `${filled}/${search.size > 0 ? `?${search}` : ''}`
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  if (!response.headers.get('content-type')?.startsWith('application/json')) return file(response)
  const body: unknown = await response.json()
  if (!Array.isArray(body)) return body
  return { rows: body, total: Number(response.headers.get('x-total-count') ?? body.length) }
}

/** Returns a response as a file, with the name that the API gives it. */
async function file(response: Response): Promise<File> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return new File([await response.blob()], name ?? 'datoteka')
}

async function send(method: Method, address: string, input: UntypedInput, key?: string) {
  const attempt = () => fetchApi(method, `/api${address}`, input, key).catch(unreachable)
  let response = await attempt()
  if (response.status === 401 && (await refresh())) response = await attempt()
  if (response.ok) return read(response).catch(unreachable)
  // A proxy in front of the server may respond with a page of its own, which has no message for
  // users.
  const {
    detail = PROXY_ERROR_MESSAGES.get(response.status) ?? UNKNOWN,
    code,
    fields,
  } = await response.json().catch(() => ({}))
  if (response.status === 401) signOut(method !== 'GET')
  // A user reports the request id of a server error, which finds the error in the log.
  const requestId = response.status >= 500 ? response.headers.get('x-request-id') : null
  throw new ApiError(
    response.status,
    requestId ? `${detail.replace(/(?<![.!?])$/, '.')} Oznaka: ${requestId}` : detail,
    code ?? 'unexpected',
    fields,
  )
}

function fetchApi(method: Method, address: string, input: UntypedInput, key?: string) {
  const { body, signal, onProgress } = input
  const isForm = body instanceof FormData
  const headers: Record<string, string> = {}
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  if (isForm && onProgress) return sendForm(method, address, headers, body, onProgress)
  return fetch(address, { method, signal, headers, body: isForm ? body : JSON.stringify(body) })
}

function unreachable(): never {
  const detail = 'Nema veze s poslužiteljem. Provjerite mrežu i pokušajte ponovno.'
  throw new ApiError(0, detail, 'offline')
}

/** Sends a form and reports its progress, which fetch cannot. */
function sendForm(
  method: string,
  address: string,
  headers: Record<string, string>,
  form: FormData,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.responseType = 'blob'
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onload = () =>
      resolve(new Response(call.status === 204 ? null : call.response, { status: call.status }))
    call.onerror = reject
    call.onabort = reject
    call.ontimeout = reject
    call.open(method, address)
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.send(form)
  })
}

/**
 * After a 401, renews the sign-in for one retry (rule 9.16). Returns whether the sign-in is valid.
 */
async function refresh(): Promise<boolean> {
  const response = await fetch('/api/auth/session').catch(() => null)
  const session = response?.ok ? await response.json() : {}
  return Boolean(session?.expires)
}

/**
 * Name of the event before an ended sign-in leads to the logout. A page with unsaved text cancels
 * the event and stays open.
 */
export const SIGN_IN_ENDED = 'sign-in-ended'
export type SignInEnded = CustomEvent<{ isWrite: boolean }>

/** Leads from an expired sign-in to the logout. The next sign-in leads back to this page. */
function signOut(isWrite: boolean) {
  const here = location.pathname + location.search
  if (!here.startsWith('/admin') || /^\/admin\/log(in|out)/.test(here)) return
  const event = new CustomEvent(SIGN_IN_ENDED, { cancelable: true, detail: { isWrite } })
  if (dispatchEvent(event)) location.assign(`/admin/logout?next=${encodeURIComponent(here)}`)
}
