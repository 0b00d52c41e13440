import { randomBytes } from 'node:crypto'
import { tellOfStatements } from '@/db/client'
import type { Settings } from '@/lib/config'
import { logFailure } from '@/lib/log'
import { currentRequest, type Span } from './current'

// Traces by OTLP in its JSON, in so few lines that a kit would be more: what goes out is one span
// for each request, and one for each statement and transaction below it.

type Value = string | number
type Attributes = Record<string, Value>

/** Spans that wait to be sent; more are lost, rather than memory. */
const MOST_WAITING = 2_048
/** Milliseconds between two deliveries, and how long one may take. */
const EVERY = 2_000
const PATIENCE = 5_000

/** Of OTLP: a request that came in, and one that went out to the database. */
const SERVER = 2
const CLIENT = 3
const FAILED = 2

interface Tracer {
  ratio: number
  waiting: object[]
}

/** On globalThis, since the start hook and the routes are built into separate bundles. */
const kept = globalThis as { brucosijadaTracer?: Tracer }

/** Nanoseconds since 1970 of a moment of `performance.now()`, as OTLP writes them. */
const nanoseconds = (moment: number) => `${Math.round((performance.timeOrigin + moment) * 1000)}000`

const attribute = ([key, value]: [string, Value]) => ({
  key,
  value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value },
})

function record(
  { waiting }: Tracer,
  ids: { traceId: string; spanId: string; parentSpanId?: string },
  of: { name: string; kind: number; began: number; hasFailed: boolean; attributes: Attributes },
): void {
  if (waiting.length >= MOST_WAITING) return
  const { name, kind, began, hasFailed, attributes } = of
  waiting.push({
    ...ids,
    ...{ name, kind },
    startTimeUnixNano: nanoseconds(began),
    endTimeUnixNano: nanoseconds(performance.now()),
    attributes: Object.entries(attributes).map(attribute),
    status: hasFailed ? { code: FAILED } : {},
  })
}

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * The span of a request, where traces go out and this one is among those that do. What a proxy of
 * ours has begun goes on, and is sampled as it says; a visitor's word is not taken.
 */
export function beginSpan(
  traceparent: string | string[] | undefined,
  proxies: number,
): Span | undefined {
  const tracer = kept.brucosijadaTracer
  if (!tracer) return undefined
  const [, trace, parentSpanId, flags] =
    (proxies > 0 && typeof traceparent === 'string' && PARENT.exec(traceparent)) || []
  const isSampled = flags ? Number.parseInt(flags, 16) % 2 === 1 : Math.random() < tracer.ratio
  if (!isSampled) return undefined
  const ids = { traceId: trace ?? randomBytes(16).toString('hex'), spanId: newSpanId() }
  const began = performance.now()
  return {
    ...ids,
    end: (name, attributes) =>
      record(
        tracer,
        { ...ids, ...(parentSpanId && { parentSpanId }) },
        {
          ...{ name, kind: SERVER, began, attributes },
          hasFailed: Number(attributes['http.response.status_code']) >= 500,
        },
      ),
  }
}

const newSpanId = () => randomBytes(8).toString('hex')

/** Sends traces from now on, where the settings say to whom. */
export function startTracing(settings: Settings, version: string): void {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  if (!endpoint || kept.brucosijadaTracer) return
  const tracer: Tracer = { ratio: settings.OTEL_TRACES_SAMPLER_ARG, waiting: [] }
  kept.brucosijadaTracer = tracer
  tellOfStatements((text, began, hasFailed) => {
    const parent = currentRequest()?.span
    if (!parent) return
    const name = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
    // The statement with its placeholders: what it was given is people's data.
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const ids = { traceId: parent.traceId, spanId: newSpanId(), parentSpanId: parent.spanId }
    record(tracer, ids, { name, kind: CLIENT, began, hasFailed, attributes })
  })
  const resource = {
    attributes: [
      ['service.name', settings.OTEL_SERVICE_NAME] as [string, Value],
      ['service.version', version] as [string, Value],
    ].map(attribute),
  }
  let isSending = false
  let isDeaf = false
  const deliver = async () => {
    if (isSending || tracer.waiting.length === 0) return
    isSending = true
    const spans = tracer.waiting
    tracer.waiting = []
    const scopeSpans = [{ scope: { name: 'brucosijada' }, spans }]
    const wasDeaf = isDeaf
    let reason = ''
    try {
      const answer = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...settings.OTEL_EXPORTER_OTLP_HEADERS },
        body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
        signal: AbortSignal.timeout(PATIENCE),
      })
      await answer.arrayBuffer()
      isDeaf = !answer.ok
      reason = `HTTP ${answer.status}`
    } catch (error) {
      isDeaf = true
      reason = String(error)
    }
    if (isDeaf && !wasDeaf) logFailure(`traces: not delivered, and dropped: ${reason}`)
    isSending = false
  }
  setInterval(deliver, EVERY).unref()
}
