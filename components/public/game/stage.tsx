'use client'

import { type Ref, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

interface Props {
  ref: Ref<HTMLIFrameElement>
  title: string
  src: string
  isFull: boolean
  onFull: (isFull: boolean) => void
}

/** A phone's browser keeps its bars unless it is asked; an iPhone's cannot be. */
const hasThumb = () => matchMedia('(hover: none) and (pointer: coarse)').matches

/**
 * The frame of the game. Over the whole screen it is the same frame, so a round goes on; on a phone
 * without the bars of the browser, where it lets them go.
 */
export function GameFrame({ ref, title, src, isFull, onFull }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isFull || !hasThumb()) return
    // Refused where nobody has touched anything just now; it fills the page then.
    box.current?.requestFullscreen?.().catch(() => {})
    const onChange = () => document.fullscreenElement || onFull(false)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [isFull, onFull])

  useEffect(() => {
    if (!isFull) return
    const behind = around(box.current)
    for (const element of behind) element.inert = true
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onFull(false)
    window.addEventListener('keydown', onKey)
    return () => {
      for (const element of behind) element.inert = false
      window.removeEventListener('keydown', onKey)
      button.current?.focus({ preventScroll: true })
    }
  }, [isFull, onFull])

  return (
    <div ref={box} className="poster-stage" data-full={isFull || undefined}>
      <iframe
        ref={ref}
        loading="lazy"
        src={src}
        title={`Igra: ${title}`}
        allow="autoplay; clipboard-write; web-share"
        className="poster-stage-frame"
      />
      <button
        ref={button}
        type="button"
        onClick={() => onFull(!isFull)}
        className="poster-stage-button"
      >
        {isFull ? 'Smanji igru' : 'Preko cijelog zaslona'}
      </button>
    </div>
  )
}

/** Whether a round that begins takes the whole screen: on a phone, upright or on its side. */
export const shouldGoFullscreen = () => hasThumb() && Math.min(innerWidth, innerHeight) < 600

/** Everything on the page that does not hold this element. */
function around(element: HTMLElement | null): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = element; at && at !== document.body; at = at.parentElement)
    for (const sibling of at.parentElement?.children ?? [])
      if (sibling !== at && sibling instanceof HTMLElement && !sibling.inert) found.push(sibling)
  return found
}

/** What the game tells the page around it. Only our own knows of seeds and presses. */
export type GameMessage =
  | { type: 'igrica:ready' }
  | { type: 'igrica:sign-up' }
  | { type: 'igrica:start'; seed?: number }
  | { type: 'igrica:score'; score: number; presses?: number[] }

/**
 * What the page tells the game: that it listens, the next round or that there is none to be had,
 * and after a score a line and what can be done.
 */
type PageMessage =
  | { type: 'igrica:here' }
  | { type: 'igrica:round'; seed: number | null }
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
  const tell = (message: PageMessage) =>
    frame.current?.contentWindow?.postMessage(message, originOf())
  const greet = useEffectEvent(() => tell({ type: 'igrica:here' }))
  useEffect(() => {
    const onEvent = (event: MessageEvent) => receive(event)
    window.addEventListener('message', onEvent)
    greet()
    return () => window.removeEventListener('message', onEvent)
  }, [])

  return tell
}
