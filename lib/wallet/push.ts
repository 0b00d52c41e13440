import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import type { AppleWallet } from '@/lib/config/wallet-certificates'
import { safeErrorMessage } from '@/lib/log/log'

/** Timeout in ms of the connection and of each push notification. */
const PATIENCE = 10_000

/** Maximum number of concurrent push notifications on the connection. */
const AT_ONCE = 100

/**
 * Result of a push notification: `told` was accepted, `gone` means that the phone no longer has the
 * pass, `later` is retried.
 */
export type PushResult = { outcome: 'told' | 'gone' } | { outcome: 'later'; reason: string }

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
  const waiting = [...new Set(tokens)]
  const came = new Map<string, PushResult>()
  const session = connect(apple.pushUrl, { cert: apple.certificate, key: apple.key })
  let lost: unknown = null
  session.on('error', (error) => {
    lost = error
  })
  session.setTimeout(PATIENCE, () => session.destroy(new Error('no answer')))
  try {
    await once(session, 'connect', { signal: AbortSignal.timeout(PATIENCE) })
    const lane = async () => {
      for (let token = waiting.pop(); token !== undefined; token = waiting.pop())
        came.set(token, await knockOnce(session, apple.passType, token))
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, lane))
  } catch (error) {
    lost ??= error
  } finally {
    session.destroy()
  }
  for (const token of tokens)
    if (!came.has(token)) came.set(token, { outcome: 'later', reason: safeErrorMessage(lost) })
  return came
}

async function knockOnce(
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
    stream.setTimeout(PATIENCE, () => stream.close(constants.NGHTTP2_CANCEL))
    const answered = new Promise<IncomingHttpHeaders>((resolve, reject) => {
      stream.once('response', resolve).once('error', reject)
      // If the connection breaks, running requests are closed without an error event.
      stream.once('close', () => reject(new Error('no answer')))
    })
    stream.end('{}')
    const headers = await answered
    let told = ''
    for await (const chunk of stream.setEncoding('utf8')) told += chunk
    return judge(Number(headers[HTTP2_HEADER_STATUS]), told)
  } catch (error) {
    return { outcome: 'later', reason: safeErrorMessage(error) }
  }
}

/**
 * Errors for a push token that Apple does not know, or not for this type of pass. A retry is
 * useless.
 */
const NOBODYS = /BadDeviceToken|DeviceTokenNotForTopic|Unregistered|ExpiredToken/

function judge(status: number, told: string): PushResult {
  if (status === 200) return { outcome: 'told' }
  if (status === 410 || (status === 400 && NOBODYS.test(told))) return { outcome: 'gone' }
  return { outcome: 'later', reason: `Apple refuses (${status}: ${told.slice(0, 100)})` }
}
