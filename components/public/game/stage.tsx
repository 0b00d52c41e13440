'use client'

import { type Ref, useEffect, useRef } from 'react'

interface Props {
  ref: Ref<HTMLIFrameElement>
  title: string
  src: string
  isFull: boolean
  onFull: (isFull: boolean) => void
}

/** The frame of the game. Over the whole screen it is the same frame, so a round goes on. */
export function Stage({ ref, title, src, isFull, onFull }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

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
        src={src}
        title={`Igra: ${title}`}
        allow="autoplay"
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

/** Everything on the page that does not hold this element. */
function around(element: HTMLElement | null): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = element; at && at !== document.body; at = at.parentElement)
    for (const sibling of at.parentElement?.children ?? [])
      if (sibling !== at && sibling instanceof HTMLElement && !sibling.inert) found.push(sibling)
  return found
}
