import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import type { AppleWallet } from '@/lib/config/wallet-certificates'
import { safeErrorMessage } from '@/lib/log/log'

/** Timeout in ms of the connection and of each push notification. */
const TIMEOUT_MS = 10_000

/** Maximum number of concurrent push notifications on the connection. */
const MAX_CONCURRENT = 100

/**
 * Result of a push notification: Apple has accepted it, the phone no longer has the pass, or it is
 * sent again later.
 */
export type PushResult =
  | { outcome: 'accepted' | 'unregistered' }
  | { outcome: 'retry'; reason: string }

const { HTTP2_HEADER_METHOD, HTTP2_HEADER_PATH, HTTP2_HEADER_STATUS } = constants

/**
 * Sends an empty push notification to each push token through Apple's service (APNs); the phone
 * then fetches the changed pass from this site. The certificate that signs the passes authenticates
 * the connection. Returns the results by token.
 */
export async function sendPush(
  apple: AppleWallet,
  tokens: string[],
): Promise<Map<string, PushResult>> {
  const queue = [...new Set(tokens)]
  const results = new Map<string, PushResult>()
  const session = connect(apple.pushUrl, { cert: apple.certificate, key: apple.key })
  let failure: unknown = null
  session.on('error', (error) => {
    failure = error
  })
  session.setTimeout(TIMEOUT_MS, () => session.destroy(new Error('no response')))
  try {
    await once(session, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const sendRemaining = async () => {
      for (let token = queue.pop(); token !== undefined; token = queue.pop())
        results.set(token, await sendToToken(session, apple.passType, token))
    }
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, queue.length) }, sendRemaining))
  } catch (error) {
    failure ??= error
  } finally {
    session.destroy()
  }
  for (const token of tokens)
    if (!results.has(token))
      results.set(token, { outcome: 'retry', reason: safeErrorMessage(failure) })
  return results
}

async function sendToToken(
  session: ClientHttp2Session,
  topic: string,
  token: string,
): Promise<PushResult> {
  try {
    if (session.destroyed) throw new Error('the connection is lost')
    const stream = session.request({
      [HTTP2_HEADER_METHOD]: 'POST',
      [HTTP2_HEADER_PATH]: `/3/device/${token}`,
      'apns-topic': topic,
      'apns-push-type': 'background',
      'apns-priority': '5',
    })
    stream.setTimeout(TIMEOUT_MS, () => stream.close(constants.NGHTTP2_CANCEL))
    const responseHeaders = new Promise<IncomingHttpHeaders>((resolve, reject) => {
      stream.once('response', resolve).once('error', reject)
      // If the connection breaks, running requests are closed without an error event.
      stream.once('close', () => reject(new Error('no response')))
    })
    stream.end('{}')
    const headers = await responseHeaders
    let body = ''
    for await (const chunk of stream.setEncoding('utf8')) body += chunk
    return toPushResult(Number(headers[HTTP2_HEADER_STATUS]), body)
  } catch (error) {
    return { outcome: 'retry', reason: safeErrorMessage(error) }
  }
}

/**
 * Errors for a push token that Apple does not know, or not for this type of pass. A retry is
 * useless.
 */
const INVALID_TOKEN = /BadDeviceToken|DeviceTokenNotForTopic|Unregistered|ExpiredToken/

function toPushResult(status: number, body: string): PushResult {
  if (status === 200) return { outcome: 'accepted' }
  if (status === 410 || (status === 400 && INVALID_TOKEN.test(body)))
    return { outcome: 'unregistered' }
  return { outcome: 'retry', reason: `Apple refuses (${status}: ${body.slice(0, 100)})` }
}
