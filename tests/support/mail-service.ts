import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'

/** A mail as the service takes one (the part of Resend's POST /emails that is used). */
interface ServiceMail {
  from: string
  to: string | string[]
  reply_to?: string
  subject: string
  html?: string
  text?: string
  attachments?: { filename: string; content: string; content_type: string; content_id: string }[]
}

interface ServiceRequest {
  at: number
  idempotencyKey: string | undefined
  userAgent: string | undefined
  mail: ServiceMail
}

/** How the service deals with a request; undefined is the way it does when all is well. */
type Behaviour =
  | undefined
  /** Answers nothing at all. */
  | 'hang'
  /** Delivers, and breaks the connection before the answer. */
  | 'drop after accepting'
  /** Delivers, and never answers. */
  | 'hang after accepting'
  | { status: number; name?: string; message?: string; headers?: Record<string, string> }

export interface MailService {
  url: string
  key: string
  /** What receivers got, in order. */
  delivered: (ServiceMail & { id: string })[]
  /** Every call with a right key, also those that were refused. */
  requests: ServiceRequest[]
  /** Decides from now on how each request (counted from 0 since this call) is dealt with. */
  behave: (decide: (request: ServiceRequest, n: number) => Behaviour) => void
  stop: () => Promise<void>
}

const ADDRESS = /^(?:[^<>]*<)?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/

/**
 * A mail service on loopback that speaks the real one's language: key, validation, and
 * the idempotency key (same key and body: the first answer again, delivered once; same key
 * and another body: 409).
 */
export async function startMailService(): Promise<MailService> {
  const key = 're_test_key'
  const answered = new Map<string, { mail: ServiceMail; id: string }>()
  let decide: (request: ServiceRequest, n: number) => Behaviour = () => undefined
  let n = 0

  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, 'missing_api_key', 'API key is invalid')
    if (request.method !== 'POST' || request.url !== '/emails')
      return refuse(response, 405, 'method_not_allowed', 'No such endpoint')
    const { headers } = request
    const asked: ServiceRequest = {
      at: Date.now(),
      idempotencyKey: headers['idempotency-key'] as string | undefined,
      userAgent: headers['user-agent'],
      mail: await readMail(request),
    }
    service.requests.push(asked)
    const behaviour = decide(asked, n++)
    if (behaviour === 'hang') return
    if (typeof behaviour === 'object') {
      const { status, name = 'application_error', message = 'refused', headers } = behaviour
      return refuse(response, status, name, message, headers)
    }
    accept(asked, response, behaviour)
  })

  function accept(
    { idempotencyKey, mail }: ServiceRequest,
    response: ServerResponse,
    behaviour: Behaviour,
  ) {
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey)
    if (before && !isDeepStrictEqual(before.mail, mail))
      return refuse(response, 409, 'invalid_idempotent_request', 'Same key, another payload')
    const invalid = [mail.to].flat().find((to) => !ADDRESS.test(to))
    if (invalid !== undefined)
      return refuse(response, 422, 'validation_error', 'Invalid `to` field')
    const id = before?.id ?? crypto.randomUUID()
    if (!before) {
      service.delivered.push({ ...mail, id })
      if (idempotencyKey !== undefined) answered.set(idempotencyKey, { mail, id })
    }
    if (behaviour === 'drop after accepting') return response.destroy()
    if (behaviour === 'hang after accepting') return
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ id }))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: MailService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    delivered: [],
    requests: [],
    behave: (next) => {
      decide = next
      n = 0
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return service
}

async function readMail(request: IncomingMessage): Promise<ServiceMail> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

function refuse(
  response: ServerResponse,
  statusCode: number,
  name: string,
  message: string,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(statusCode, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ statusCode, name, message }))
}
