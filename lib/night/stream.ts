import { may, NO_PRIVILEGES } from '@/lib/auth/rules'
import { callerOf } from '@/lib/http/caller'
import { ServiceError } from '@/lib/http/errors'
import { openEvents } from '@/lib/http/events'
import { watch } from './board'

/** Milliseconds between two signs that the road is open, and looks at who is at its end. */
const SIGN = 15_000

/**
 * The board of the night as server-sent events: how it stands at once, then whenever that has
 * changed, and every few seconds. Ends with an event `end` when the sign-in or its privilege has.
 */
export async function streamNight(request: Request): Promise<Response> {
  const { send, close, onEnd, isBehind, response } = openEvents(request)
  const leave = await watch.add({
    // Whoever reads slowly is told the next one: each holds all there is to tell.
    hear: (snapshot) => !isBehind() && send(`data: ${snapshot}\n\n`),
    end: () => close(),
  })
  const sign = setInterval(async () => {
    send(': well\n\n')
    const refusal = await refusalOf(request)
    if (refusal) close(refusal)
  }, SIGN)
  onEnd(() => {
    clearInterval(sign)
    leave()
  })
  return response
}

/** Why whoever asked may look no longer; a database that does not answer turns nobody away. */
async function refusalOf(request: Request): Promise<ServiceError | null> {
  const caller = await callerOf(request).catch(() => undefined)
  if (caller === undefined || (caller && may(caller.privilege, 'admin'))) return null
  return caller
    ? new ServiceError('forbidden', NO_PRIVILEGES)
    : new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
}
