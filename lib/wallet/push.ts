import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import type { AppleWallet } from '@/lib/config/wallet-certificates'
import { safeErrorMessage } from '@/lib/log/log'

/** Milliseconds that a connection or a knock may take. */
const PATIENCE = 10_000

/** Knocks under way at once on the one connection. */
const AT_ONCE = 100

/** What came of a knock: `gone` is a phone that bears the pass no more. */
export type PushResult = { outcome: 'told' | 'gone' } | { outcome: 'later'; reason: string }

const { HTTP2_HEADER_METHOD, HTTP2_HEADER_PATH, HTTP2_HEADER_STATUS } = constants

/**
 * Knocks at phones through Apple's service, by the certificate that signs their passes. Says
 * nothing but that there is something new, which the phone then asks us for. By token.
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
      // A connection that breaks off closes what is under way, without an error of its own.
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

/** A token that Apple does not know, or not for this kind of pass, is none to try again. */
const NOBODYS = /BadDeviceToken|DeviceTokenNotForTopic|Unregistered|ExpiredToken/

function judge(status: number, told: string): PushResult {
  if (status === 200) return { outcome: 'told' }
  if (status === 410 || (status === 400 && NOBODYS.test(told))) return { outcome: 'gone' }
  return { outcome: 'later', reason: `Apple refuses (${status}: ${told.slice(0, 100)})` }
}
