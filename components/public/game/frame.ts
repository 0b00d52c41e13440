import { type RefObject, useEffect, useEffectEvent } from 'react'

/** What the game tells the page around it. Only our own knows of seeds and presses. */
export type GameMessage =
  | { type: 'igrica:ready' }
  | { type: 'igrica:sign-up' }
  | { type: 'igrica:start'; seed?: number }
  | { type: 'igrica:score'; score: number; presses?: number[] }

/** What the page tells the game: the next round, and after a score a line and what can be done. */
type PageMessage =
  | { type: 'igrica:round'; seed: number }
  | { type: 'igrica:note'; text: string; action?: string }

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

/** The message in what a frame posted, or null when it is none of ours. */
export function readMessage(data: unknown): GameMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, seed, score, presses } = data as Partial<Record<string, unknown>>
  if (type === 'igrica:ready' || type === 'igrica:sign-up') return { type }
  if (type === 'igrica:start') return isCount(seed) ? { type, seed: seed as number } : { type }
  if (type !== 'igrica:score' || !isCount(score)) return null
  if (presses === undefined) return { type, score: score as number }
  if (!Array.isArray(presses) || !presses.every(isCount)) return null
  return { type, score: score as number, presses }
}

/**
 * Listens to the game in its frame, and to nobody else: a message counts only when it comes
 * from that very window and from the origin that the settings name.
 */
export function useGameFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  gameUrl: string,
  onMessage: (message: GameMessage) => void,
) {
  const originOf = () => new URL(gameUrl, location.href).origin

  const receive = useEffectEvent((event: MessageEvent) => {
    if (event.source !== frame.current?.contentWindow || event.origin !== originOf()) return
    const message = readMessage(event.data)
    if (message) onMessage(message)
  })
  useEffect(() => {
    const onEvent = (event: MessageEvent) => receive(event)
    window.addEventListener('message', onEvent)
    return () => window.removeEventListener('message', onEvent)
  }, [])

  return (message: PageMessage) => frame.current?.contentWindow?.postMessage(message, originOf())
}
