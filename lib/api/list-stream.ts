import { createAdminSender, openEventStream } from '@/lib/api/event-stream'
import { subscribeToLists } from '@/lib/live/feed'

/** Streams the names of changed lists as server-sent events, while the caller is signed in as an admin. */
export function streamLists(request: Request): Response {
  const events = openEventStream(request)
  const send = createAdminSender(events, request)
  const unsubscribe = subscribeToLists({
    onChange: (changed) => send(`data: ${JSON.stringify(changed)}\n\n`),
    close: () => events.close(),
  })
  events.onEnd(unsubscribe)
  return events.response
}
