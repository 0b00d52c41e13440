import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import {
  createServer as createPlain,
  createSecureServer,
  type Http2Server,
  type ServerHttp2Session,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { importSPKI, jwtVerify } from 'jose'

interface ReceivedPush {
  token: string
  topic: string
  body: string
  /** UID of the client certificate of the request. Only over TLS. */
  uid?: string
}

/** Response of the service to one push notification; null sends no response. */
type PushResponse = { status: number; reason?: string } | null
type Behaviour = (token: string) => PushResponse | Promise<PushResponse>

/**
 * Starts a fake of Apple's push service on loopback. Speaks HTTP/2; with `tls` it asks for a client
 * certificate.
 */
export async function startPushService(tls?: { certificate: string; key: string }) {
  const received: ReceivedPush[] = []
  let behave: Behaviour = () => ({ status: 200 })
  const sessions = new Set<ServerHttp2Session>()
  const server: Http2Server = tls
    ? createSecureServer({
        cert: readFileSync(tls.certificate),
        key: readFileSync(tls.key),
        requestCert: true,
        rejectUnauthorized: false,
      })
    : createPlain()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('stream', async (stream, headers) => {
    stream.on('error', () => {})
    const token = /^\/3\/device\/(.+)$/.exec(String(headers[':path']))?.[1]
    const body = await text(stream)
    const socket = stream.session?.socket as TLSSocket | undefined
    const uid = tls && socket?.getPeerCertificate().subject?.UID
    const push: ReceivedPush = { token: token ?? '', topic: String(headers['apns-topic']), body }
    received.push(tls ? { ...push, uid: String(uid) } : push)
    const pushResponse = await behave(push.token)
    if (!pushResponse) return
    const { status, reason } = pushResponse
    stream.respond({ ':status': status })
    stream.end(status === 200 ? '' : JSON.stringify({ reason }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    behave(next: Behaviour) {
      behave = next
    },
    /** Closes all connections, also those with a request in progress. */
    drop() {
      for (const session of sessions) session.destroy()
    },
    stop: () =>
      new Promise<void>((resolve) => {
        for (const session of sessions) session.destroy()
        server.close(() => resolve())
      }),
  }
}

interface Patch {
  path: string
  body: Record<string, unknown>
}

/**
 * Starts a fake of Google's token endpoint and wallet API on loopback. It verifies the signed
 * assertion of a token request, as Google does.
 */
export async function startGoogleWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const email = 'karte@festival.iam.example.com'
  const patches: Patch[] = []
  let statuses: number[] = []
  let tokens = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const json = (status: number, content: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(content))
    if (request.url === '/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? ''
      const { payload } = await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'), {
        issuer: email,
        audience: `${url}/token`,
      })
      if (payload.scope !== 'https://www.googleapis.com/auth/wallet_object.issuer')
        return json(400, { error: 'invalid_scope' })
      tokens++
      return json(200, { access_token: 'token-of-google', expires_in: 3600 })
    }
    if (request.headers.authorization !== 'Bearer token-of-google') return json(401, {})
    if (request.method !== 'PATCH') return json(405, {})
    const status = statuses.shift() ?? 200
    if (status === 200 || status === 404)
      patches.push({ path: String(request.url), body: JSON.parse(body) })
    return json(status, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    publicKey,
    email,
    patches,
    /** Sets the statuses of the next pass updates; later updates get 200. */
    respondWith: (...next: number[]) => {
      statuses = next
    },
    tokens: () => tokens,
    env: {
      GOOGLE_WALLET_ISSUER: '3388000000012345678',
      GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify({
        type: 'service_account',
        client_email: email,
        private_key: privateKey,
        token_uri: `${url}/token`,
      }),
      GOOGLE_WALLET_API_URL: url,
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
