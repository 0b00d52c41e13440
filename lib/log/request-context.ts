import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '@/db/process-singleton.mjs'

/** A request on its way through this process. */
export interface RequestContext {
  /** Names it in the log, in its answer and, where it fails, to whoever made it. */
  id: string
  /** The pattern of its address, once somebody knows it. */
  route?: string
  /** Answered, or given up: what still runs of its work is told under no name of its. */
  isOver?: true
  /** The digest of the error by which its page broke: the framework tells of some twice. */
  reportedErrorDigest?: string
  /** Its page could not be made because the database was away or busy. */
  lacksDatabase?: true
}

const requests = processSingleton('requests', () => new AsyncLocalStorage<RequestContext>())

/** The request that is being answered; undefined for what an instance does by itself. */
export function currentRequest(): RequestContext | undefined {
  const request = requests.getStore()
  return request?.isOver ? undefined : request
}

/** Does something, and all that follows from it, as part of a request. */
export const runInRequestContext = (request: RequestContext, work: () => void): void =>
  requests.run(request, work)

/** Tells which call the current request is, where it is one. */
export function setRoutePattern(route: string): void {
  const request = currentRequest()
  if (request) request.route = route
}
