import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A mail as the provider receives it: the part of Resend's API that the application uses. */
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
  /** The mail of the request, or the first mail of a batch. */
  mail: ServiceMail
  mails: ServiceMail[]
  /** Whether the request was sent to POST /emails/batch. */
  isBatch: boolean
}

/** Behaviour of the provider for one request; undefined accepts and delivers the mails. */
type Behaviour =
  | undefined
  /** Never responds, and delivers nothing. */
  | 'hang'
  /** Delivers, and closes the connection before the response. */
  | 'drop after accepting'
  /** Delivers, and never responds. */
  | 'hang after accepting'
  | Refusal

interface Refusal {
  status: number
  name?: string
  message?: string
  headers?: Record<string, string>
  /** Body of the response, instead of the provider's own error. */
  body?: string
}

export interface MailService {
  url: string
  key: string
  /** Mails that were delivered, in order. */
  delivered: (ServiceMail & { id: string })[]
  /** All requests with a valid key, also those that were refused. */
  requests: ServiceRequest[]
  /** Decides how the provider treats each later request. Requests are counted from 0. */
  behave: (decide: (request: ServiceRequest, n: number) => Behaviour) => void
  /** Makes the provider reject this recipient address as invalid; null rejects none. */
  refuse: (address: string | null) => void
  stop: () => Promise<void>
}

const ADDRESS = /^(?:[^<>]*<)?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/

/**
 * Starts a fake mail provider on loopback that behaves like Resend: key, validation, requests with
 * one mail, and batches of up to 100 mails without attachments. Invalid mails of a batch are
 * reported, the others are sent. A repeated idempotency key gets the first response if the body is
 * the same (nothing is delivered twice), otherwise 409.
 */
export async function startMailService(): Promise<MailService> {
  const key = 're_test_key'
  const responses = new Map<string, { mails: string; body: object }>()
  let decide: (request: ServiceRequest, n: number) => Behaviour = () => undefined
  let n = 0
  let refusedAddress: string | null = null

  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, 'missing_api_key', 'API key is invalid')
    const isBatch = request.url === '/emails/batch'
    if (request.method !== 'POST' || !(isBatch || request.url === '/emails'))
      return refuse(response, 405, 'method_not_allowed', 'No such endpoint')
    const { headers } = request
    const mails: ServiceMail[] = [await readBody(request)].flat()
    const received: ServiceRequest = {
      at: Date.now(),
      idempotencyKey: headers['idempotency-key'] as string | undefined,
      userAgent: headers['user-agent'],
      mail: mails[0] as ServiceMail,
      mails,
      isBatch,
    }
    service.requests.push(received)
    const behaviour = decide(received, n++)
    if (behaviour === 'hang') return
    if (typeof behaviour === 'object') {
      const { status, name = 'application_error', message = 'refused', headers, body } = behaviour
      if (body !== undefined) return response.writeHead(status, headers).end(body)
      return refuse(response, status, name, message, headers)
    }
    if (isBatch && (mails.length > 100 || mails.some((mail) => mail.attachments)))
      return refuse(response, 422, 'validation_error', 'Too many mails, or attachments')
    accept(received, response, behaviour)
  })

  function accept(received: ServiceRequest, response: ServerResponse, behaviour: Behaviour) {
    const { idempotencyKey, mails, isBatch } = received
    const earlier = idempotencyKey === undefined ? undefined : responses.get(idempotencyKey)
    const content = createHash('sha256').update(JSON.stringify(mails)).digest('base64')
    if (earlier && earlier.mails !== content)
      return refuse(response, 409, 'invalid_idempotent_request', 'Same key, another payload')
    const invalid = mails.flatMap(({ to }, index) =>
      [to].flat().every((recipient) => ADDRESS.test(recipient) && recipient !== refusedAddress)
        ? []
        : { index, message: 'Invalid `to` field' },
    )
    if (!isBatch && invalid.length > 0)
      return refuse(response, 422, 'validation_error', 'Invalid `to` field')
    const send = () => {
      const data = mails
        .filter((_, index) => !invalid.some((problem) => problem.index === index))
        .map((mail) => {
          const id = crypto.randomUUID()
          service.delivered.push({ ...mail, id })
          return { id }
        })
      return isBatch ? { data, errors: invalid } : (data[0] as object)
    }
    const body = earlier?.body ?? send()
    if (idempotencyKey !== undefined) responses.set(idempotencyKey, { mails: content, body })
    if (behaviour === 'drop after accepting') return response.destroy()
    if (behaviour === 'hang after accepting') return
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
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
      refusedAddress = address
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
