import { createServer } from 'node:http'
import next from 'next'
import { closePools } from '@/db/pool'
import { getConfig } from '@/lib/config/settings'
import { backgroundWork } from '@/lib/instance/background-work'
import { ignoreClosedOutput, logError, safeErrorMessage } from '@/lib/log/log'
import { instrumentRequest } from '@/lib/metrics/observe-request'
import { tryServeMetrics } from '@/lib/metrics/prometheus'
import { tryServeApi } from '@/lib/server/api'
import { compress } from '@/lib/server/compress-response'
import { DEVELOPMENT_CSP, NON_PAGE_CSP, pagePolicies } from '@/lib/server/csp'
import { securityHeaders } from '@/lib/server/headers'
import { PageResponse } from '@/lib/server/page-response'
import {
  normalizeRequest,
  refuseBrokenUrl,
  refuseMethod,
  useOriginForm,
} from '@/lib/server/request'
import { stopOnSignal } from '@/lib/server/shutdown'
import { tryServeStaticFile } from '@/lib/server/static-files'

// The server of an instance: the build bundles this file, and Node.js runs it (scripts/lib/server.ts).

/** Longer than proxies keep an idle connection (nginx 60 s, Caddy 120 s), so that they close it first. */
const KEEP_ALIVE_TIMEOUT_MS = 130_000

const config = getConfig()
const isDevelopment = process.env.NODE_ENV !== 'production'
const headers = securityHeaders(config, isDevelopment ? DEVELOPMENT_CSP : NON_PAGE_CSP)
const policies = pagePolicies(config)

const options = { ServerResponse: PageResponse, keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }
const server = createServer(options, (request, response) => {
  useOriginForm(request)
  instrumentRequest(request, response, config.TRUST_PROXY, () => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (refuseBrokenUrl(request, response)) return
    normalizeRequest(request, config.TRUST_PROXY)
    if (!isDevelopment && tryServeStaticFile(request, response)) return
    compress(request, response)
    if (tryServeMetrics(request, response)) return
    // A route of Next.js registers the endpoints. Until then Next.js serves them itself.
    if (tryServeApi(request, response)) return
    if (refuseMethod(request, response)) return
    if (!isDevelopment) response.prepareForPage(request, policies)
    serveNext(request, response).catch(() => response.destroy())
  })
})

const app = next({
  dev: isDevelopment,
  hostname: config.HOST,
  port: config.PORT,
  httpServer: server,
})
const serveNext = app.getRequestHandler()

/** Ends a process that cannot serve, so that it is started again. */
function fail(error: unknown): never {
  logError(`The server failed: ${safeErrorMessage(error)}`)
  process.exit(1)
}

ignoreClosedOutput()
stopOnSignal(server, async () => {
  await app.close()
  await backgroundWork.stop()
  await closePools()
})
server.on('error', fail)
await app.prepare().catch(fail)
// Next.js runs instrumentation.ts, which starts the background work, but does not wait for it.
await backgroundWork.started
server.listen(config.PORT, config.HOST)
