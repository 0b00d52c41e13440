'use client'

import { type Ref, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

interface Props {
  ref: Ref<HTMLIFrameElement>
  title: string
  src: string
  isFullscreen: boolean
  onFullscreen: (isFullscreen: boolean) => void
}

/**
 * Whether the device has only a touch screen. On such devices full screen hides the bars of the
 * browser; iPhones do not offer it.
 */
const hasTouchOnly = () => matchMedia('(hover: none) and (pointer: coarse)').matches

/**
 * Iframe of the game. The same iframe also fills the window, so that a running round continues. On
 * a phone it additionally asks for full screen, which hides the bars of the browser.
 */
export function GameFrame({ ref, title, src, isFullscreen, onFullscreen }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isFullscreen || !hasTouchOnly()) return
    // Browsers refuse full screen without a recent touch. The game then fills only the window.
    box.current?.requestFullscreen?.().catch(() => {})
    const onChange = () => document.fullscreenElement || onFullscreen(false)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [isFullscreen, onFullscreen])

  useEffect(() => {
    if (!isFullscreen) return
    const outside = elementsOutside(box.current)
    for (const element of outside) element.inert = true
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onFullscreen(false)
    window.addEventListener('keydown', onKey)
    return () => {
      for (const element of outside) element.inert = false
      window.removeEventListener('keydown', onKey)
      button.current?.focus({ preventScroll: true })
    }
  }, [isFullscreen, onFullscreen])

  return (
    <div ref={box} className="poster-stage" data-full={isFullscreen || undefined}>
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
        onClick={() => onFullscreen(!isFullscreen)}
        className="poster-stage-button"
      >
        {isFullscreen ? 'Smanji igru' : 'Preko cijelog zaslona'}
      </button>
    </div>
  )
}

/** Whether a new round should fill the screen: on touch screens less than 600 px wide or high. */
export const shouldGoFullscreen = () => hasTouchOnly() && Math.min(innerWidth, innerHeight) < 600

/**
 * Returns the elements that together make up the rest of the page, outside of `element`. Elements
 * that are already inert are left out.
 */
function elementsOutside(element: HTMLElement | null): HTMLElement[] {
  const elements: HTMLElement[] = []
  for (let node = element; node && node !== document.body; node = node.parentElement)
    for (const sibling of node.parentElement?.children ?? [])
      if (sibling !== node && sibling instanceof HTMLElement && !sibling.inert)
        elements.push(sibling)
  return elements
}

/** Messages from the game to the page. Only the bundled game sends seeds and presses. */
export type GameMessage =
  | { type: 'igrica:ready' }
  | { type: 'igrica:sign-up' }
  | { type: 'igrica:start'; seed?: number }
  | { type: 'igrica:score'; score: number; presses?: number[] }

/**
 * Messages from the page to the game: that the page listens, the seed of the next round (null if
 * there is none), and a sentence about the last score with an optional button.
 */
type PageMessage =
  | { type: 'igrica:here' }
  | { type: 'igrica:round'; seed: number | null }
  | { type: 'igrica:note'; text: string; action?: string }

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

/** Parses a posted message. Returns null if it is not a valid message of the game. */
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
 * Receives the messages of the game and returns a function that sends it messages. A message counts
 * only if it comes from the window of this iframe and from the origin of `gameUrl`.
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
  const send = (message: PageMessage) =>
    frame.current?.contentWindow?.postMessage(message, originOf())
  const announce = useEffectEvent(() => send({ type: 'igrica:here' }))
  useEffect(() => {
    const onEvent = (event: MessageEvent) => receive(event)
    window.addEventListener('message', onEvent)
    announce()
    return () => window.removeEventListener('message', onEvent)
  }, [])

  return send
}
