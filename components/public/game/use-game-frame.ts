import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type GameMessage, type GameNote, readMessage } from './messages'

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

  return (text: string, action?: string) => {
    const note: GameNote = { type: 'igrica:note', text, action }
    frame.current?.contentWindow?.postMessage(note, originOf())
  }
}
