import { hasPermission, NO_PRIVILEGES } from '@/lib/auth/rules'
import { ServiceError } from '@/lib/http/errors'
import { getMetrics } from '@/lib/metrics/registry'
import { callerOf } from './caller'

/** Events that wait for a slow reader; with more, what is told anew anyway is left out. */
const FEW = 4

/**
 * An answer of server-sent events that goes on until somebody ends it: the reader, whoever sends,
 * or a refusal, which is told by an event `end` with its code. Goes through proxies at once.
 */
export function openEventStream(request: Request) {
  const encoder = new TextEncoder()
  const over = new AbortController()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const send = (text: string) => {
    if (!over.signal.aborted) controller?.enqueue(encoder.encode(text))
  }
  const close = (refusal?: ServiceError) => {
    if (over.signal.aborted) return
    if (refusal) {
      const { code, detail } = refusal
      send(`event: end\ndata: ${JSON.stringify({ code, detail })}\n\n`)
    }
    over.abort()
    try {
      controller?.close()
    } catch {
      // The reader has gone away before.
    }
  }
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own
    },
    cancel: () => close(),
  })
  /** Whatever is to be cleared away at the end; at once where that was before. */
  const onEnd = (clear: () => void) =>
    over.signal.aborted ? clear() : over.signal.addEventListener('abort', clear)
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
    isBehind: () => (controller?.desiredSize ?? 0) < -FEW,
  }
}

/** Milliseconds between two signs that the road is open, and looks at who is at its end. */
const SIGN = 15_000

/**
 * Keeps such an answer going until the caller is no admin any more, which it then says. Answers how
 * to send: each event goes out only after a look that the caller still may.
 */
export function whileAdmin(
  { send, close, onEnd }: ReturnType<typeof openEventStream>,
  request: Request,
): (text: string) => void {
  let turn = Promise.resolve()
  const sendIfMay = (text: string) => {
    turn = turn.then(async () => {
      const refusal = await refusalOf(request)
      if (refusal) close(refusal)
      else send(text)
    })
  }
  const sign = setInterval(() => sendIfMay(': well\n\n'), SIGN)
  onEnd(() => clearInterval(sign))
  return sendIfMay
}

/** Why whoever asked may look no longer; a database that does not answer turns nobody away. */
async function refusalOf(request: Request): Promise<ServiceError | null> {
  const caller = await callerOf(request).catch(() => undefined)
  if (caller === undefined || (caller && hasPermission(caller.privilege, 'admin'))) return null
  return caller
    ? new ServiceError('forbidden', NO_PRIVILEGES)
    : new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
}
