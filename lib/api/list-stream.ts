import { openEventStream, whileAdmin } from '@/lib/api/event-stream'
import { subscribeToLists } from '@/lib/live/feed'

/** The lists that change, by name, as server-sent events; ends when the sign-in or its privilege has. */
export function streamLists(request: Request): Response {
  const events = openEventStream(request)
  const send = whileAdmin(events, request)
  const leave = subscribeToLists({
    onChange: (changed) => send(`data: ${JSON.stringify(changed)}\n\n`),
    close: () => events.close(),
  })
  events.onEnd(leave)
  return events.response
}
