import { createAdminSender, openEventStream } from '@/lib/api/event-stream'
import { boardFeed } from './board-feed'

/**
 * Streams the night board as server-sent events: the current snapshot, then a new snapshot after
 * every change and every few seconds. The stream ends with an event `end` when the session or the
 * admin privilege of the user ends.
 */
export async function streamNight(request: Request): Promise<Response> {
  const events = openEventStream(request)
  const send = createAdminSender(events, request)
  const unsubscribe = await boardFeed.add({
    // A slow client skips snapshots, since each contains everything.
    onSnapshot: (snapshot) => !events.isClientSlow() && send(`data: ${snapshot}\n\n`),
    onEnd: () => events.close(),
  })
  events.onEnd(unsubscribe)
  return events.response
}
