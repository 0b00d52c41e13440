import { openEventStream, whileAdmin } from '@/lib/api/event-stream'
import { boardFeed } from './board-feed'

/**
 * The board of the night as server-sent events: how it stands at once, then whenever that has
 * changed, and every few seconds. Ends with an event `end` when the sign-in or its privilege has.
 */
export async function streamNight(request: Request): Promise<Response> {
  const events = openEventStream(request)
  const send = whileAdmin(events, request)
  const leave = await boardFeed.add({
    // Whoever reads slowly is told the next one: each holds all there is to tell.
    hear: (snapshot) => !events.isBehind() && send(`data: ${snapshot}\n\n`),
    end: () => events.close(),
  })
  events.onEnd(leave)
  return events.response
}
