import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { PageResponse } from './page-response'

/** Skips pages, which page-response.ts compresses, because it reads their whole HTML first. */
const middleware = compression({
  filter: (request, response) =>
    !(response instanceof PageResponse && response.isUnfinishedPage()) &&
    compression.filter(request, response),
}) as (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Compresses the response while it is sent, if the client accepts it. The types of the middleware
 * expect Express, so it is cast.
 */
export const compress = (request: IncomingMessage, response: ServerResponse): void =>
  middleware(request, response, () => {})
