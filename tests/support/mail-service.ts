import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A mail as the service takes one (the part of Resend's API that is used). */
interface ServiceMail {
  from: string
  to: string | string[]
  reply_to?: string
  subject: string
  html?: string
  text?: string
  tags?: { name: string; value: string }[]
  attachments?: { filename: string; content: string; content_type: string; content_id: string }[]
}

interface ServiceRequest {
  at: number
  idempotencyKey: string | undefined
  userAgent: string | undefined
  /** The mail of the call, or the first of several. */
  mail: ServiceMail
  mails: ServiceMail[]
  /** Came by POST /emails/batch. */
  isBatch: boolean
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
  | Refusal

interface Refusal {
  status: number
  name?: string
  message?: string
  headers?: Record<string, string>
  /** Instead of the service's own words. */
  body?: string
}

export interface MailService {
  url: string
  key: string
  /** What receivers got, in order. */
  delivered: (ServiceMail & { id: string })[]
  /** Every call with a right key, also those that were refused. */
  requests: ServiceRequest[]
  /** Decides from now on how each request (counted from 0 since this call) is dealt with. */
  behave: (decide: (request: ServiceRequest, n: number) => Behaviour) => void
  /** From now on this address is one that the service finds faulty. */
  refuse: (address: string | null) => void
  stop: () => Promise<void>
}

const ADDRESS = /^(?:[^<>]*<)?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/

/**
 * A mail service on loopback that speaks the real one's language: key, validation, calls of
 * one mail and of up to 100 without attachments (permissive: faulty ones are named, the rest
 * is sent), and the idempotency key (same key and body: the first answer again, delivered
 * once; same key and another body: 409).
 */
export async function startMailService(): Promise<MailService> {
  const key = 're_test_key'
  const answered = new Map<string, { mails: string; answer: object }>()
  let decide: (request: ServiceRequest, n: number) => Behaviour = () => undefined
  let n = 0
  let refused: string | null = null

  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, 'missing_api_key', 'API key is invalid')
    const isBatch = request.url === '/emails/batch'
    if (request.method !== 'POST' || !(isBatch || request.url === '/emails'))
      return refuse(response, 405, 'method_not_allowed', 'No such endpoint')
    const { headers } = request
    const mails: ServiceMail[] = [await readBody(request)].flat()
    const asked: ServiceRequest = {
      at: Date.now(),
      idempotencyKey: headers['idempotency-key'] as string | undefined,
      userAgent: headers['user-agent'],
      mail: mails[0] as ServiceMail,
      mails,
      isBatch,
    }
    service.requests.push(asked)
    const behaviour = decide(asked, n++)
    if (behaviour === 'hang') return
    if (typeof behaviour === 'object') {
      const { status, name = 'application_error', message = 'refused', headers, body } = behaviour
      if (body !== undefined) return response.writeHead(status, headers).end(body)
      return refuse(response, status, name, message, headers)
    }
    if (isBatch && (mails.length > 100 || mails.some((mail) => mail.attachments)))
      return refuse(response, 422, 'validation_error', 'Too many mails, or attachments')
    accept(asked, response, behaviour)
  })

  function accept(asked: ServiceRequest, response: ServerResponse, behaviour: Behaviour) {
    const { idempotencyKey, mails, isBatch } = asked
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey)
    const content = createHash('sha256').update(JSON.stringify(mails)).digest('base64')
    if (before && before.mails !== content)
      return refuse(response, 409, 'invalid_idempotent_request', 'Same key, another payload')
    const faulty = mails.flatMap(({ to }, index) =>
      [to].flat().every((one) => ADDRESS.test(one) && one !== refused)
        ? []
        : { index, message: 'Invalid `to` field' },
    )
    if (!isBatch && faulty.length > 0)
      return refuse(response, 422, 'validation_error', 'Invalid `to` field')
    const send = () => {
      const data = mails
        .filter((_, index) => !faulty.some((fault) => fault.index === index))
        .map((mail) => {
          const id = crypto.randomUUID()
          service.delivered.push({ ...mail, id })
          return { id }
        })
      return isBatch ? { data, errors: faulty } : (data[0] as object)
    }
    const answer = before?.answer ?? send()
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, { mails: content, answer })
    if (behaviour === 'drop after accepting') return response.destroy()
    if (behaviour === 'hang after accepting') return
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
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
    refuse: (address) => {
      refused = address
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return service
}

async function readBody(request: IncomingMessage): Promise<ServiceMail | ServiceMail[]> {
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
