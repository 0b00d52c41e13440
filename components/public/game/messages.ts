import type { Round } from '@/lib/leaderboard/rules'

/** What the game tells the page around it. `durationMs` is time played, without pauses. */
export type GameMessage =
  | { type: 'igrica:start' }
  | { type: 'igrica:sign-up' }
  | ({ type: 'igrica:score' } & Round)

/** What the page tells the game after a score: a line to show, and what can be done about it. */
export interface GameNote {
  type: 'igrica:note'
  text: string
  action?: string
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

/** The message in what a frame posted, or null when it is none of ours. */
export function readMessage(data: unknown): GameMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Partial<Record<string, unknown>>
  if (message.type === 'igrica:start' || message.type === 'igrica:sign-up')
    return { type: message.type }
  const { type, score, durationMs, events } = message
  if (type !== 'igrica:score' || ![score, durationMs, events].every(isCount)) return null
  return { type, score, durationMs, events } as GameMessage
}
