import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { PageResponse } from './page-response'

/** Pages are compressed by page-response.ts, which has to read them first. */
const middleware = compression({
  filter: (request, response) =>
    !(response instanceof PageResponse && response.isUnfinishedPage()) &&
    compression.filter(request, response),
}) as (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Compresses the response while it is sent, if the client accepts it. Its types expect Express. */
export const compress = (request: IncomingMessage, response: ServerResponse): void =>
  middleware(request, response, () => {})
