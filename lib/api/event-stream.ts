import { hasPermission, NO_PRIVILEGES } from '@/lib/auth/rules'
import { ServiceError } from '@/lib/http/errors'
import { getMetrics } from '@/lib/metrics/registry'
import { callerOf } from './caller'

/**
 * Maximum number of events that wait for a client; the stream buffers a further event. A
 * client with more is slow: senders then skip events that a later event replaces.
 */
const MAX_QUEUED_EVENTS = 4

/**
 * Opens a stream of server-sent events, which client or sender can close. Closing with an error first
 * sends an event `end` with its code. The headers keep proxies from buffering the events.
 */
export function openEventStream(request: Request) {
  const encoder = new TextEncoder()
  const closed = new AbortController()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const send = (text: string) => {
    if (!closed.signal.aborted) controller?.enqueue(encoder.encode(text))
  }
  const close = (refusal?: ServiceError) => {
    if (closed.signal.aborted) return
    if (refusal) {
      const { code, detail } = refusal
      send(`event: end\ndata: ${JSON.stringify({ code, detail })}\n\n`)
    }
    closed.abort()
    try {
      controller?.close()
    } catch {
      // The client has already disconnected.
    }
  }
  const body = new ReadableStream<Uint8Array>({
    start: (streamController) => {
      controller = streamController
    },
    cancel: () => close(),
  })
  /** Calls `cleanUp` when the stream ends, or immediately if it has ended. */
  const onEnd = (cleanUp: () => void) =>
    closed.signal.aborted ? cleanUp() : closed.signal.addEventListener('abort', cleanUp)
  const { streams } = getMetrics()
  streams.inc()
  onEnd(() => streams.dec())
  if (request.signal.aborted) close()
  else request.signal.addEventListener('abort', () => close())
  send('retry: 2000\n\n')
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  }
  return {
    send,
    close,
    onEnd,
    response: new Response(body, { headers }),
    isClientSlow: () => (controller?.desiredSize ?? 0) < -MAX_QUEUED_EVENTS,
  }
}

/** Interval of heartbeats, which keep the connection open and check the permission again. */
const HEARTBEAT_INTERVAL_MS = 15_000

/**
 * Returns a function that sends an event while the caller is an admin. Each event is sent after a check
 * of the permission. The stream is closed with the error when the permission or the session has ended.
 */
export function createAdminSender(
  { send, close, onEnd }: ReturnType<typeof openEventStream>,
  request: Request,
): (text: string) => void {
  let lastSend = Promise.resolve()
  const sendIfAllowed = (text: string) => {
    lastSend = lastSend.then(async () => {
      const refusal = await adminRefusal(request)
      if (refusal) close(refusal)
      else send(text)
    })
  }
  const heartbeat = setInterval(() => sendIfAllowed(': well\n\n'), HEARTBEAT_INTERVAL_MS)
  onEnd(() => clearInterval(heartbeat))
  return sendIfAllowed
}

/**
 * Returns the error for a caller who is no longer an admin. If the database is down, the stream
 * stays open.
 */
async function adminRefusal(request: Request): Promise<ServiceError | null> {
  const caller = await callerOf(request).catch(() => undefined)
  if (caller === undefined || (caller && hasPermission(caller.privilege, 'admin'))) return null
  return caller
    ? new ServiceError('forbidden', NO_PRIVILEGES)
    : new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
}
