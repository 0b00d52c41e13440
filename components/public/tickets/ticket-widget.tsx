'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Timeout in ms for the shop's widget. Afterwards the page says that it has not loaded. */
const LOAD_TIMEOUT_MS = 8000
/**
 * Minimum height in px of a loaded widget. A lower one is an empty frame or a loading indicator.
 */
const MIN_LOADED_HEIGHT_PX = 40

type State = 'still' | 'waiting' | 'shown' | 'failed'

const STATE_MESSAGES: Record<State, string> = {
  still: '',
  waiting: 'Učitavamo prodaju ulaznica…',
  shown: '',
  failed: 'Prodaja se ovdje nije učitala. U trgovini te čeka ista ponuda.',
}

interface Props {
  src: string
  data: Record<string, string>
  shopUrl: string
  /** Content shown in place of the widget until it has loaded, or for good if it does not load. */
  children: ReactNode
}

/**
 * Widget of the ticket shop: an element `#ticket-widget` that contains the shop's script, both with
 * the configured `data-` attributes. The script fills the element, or draws next to itself. The
 * widget counts as loaded when the element has a height.
 */
export function TicketWidget({ src, data, shopUrl, children }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('still')

  useEffect(() => {
    const element = host.current
    if (!element) return
    const setAttributes = (target: Element) => {
      for (const [name, value] of Object.entries(data)) target.setAttribute(`data-${name}`, value)
    }
    const fail = () => setState((now) => (now === 'shown' ? now : 'failed'))
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight >= MIN_LOADED_HEIGHT_PX) setState('shown')
    })
    const script = document.createElement('script')
    script.async = true
    script.src = src
    script.referrerPolicy = 'no-referrer'
    script.onerror = fail
    setState('waiting')
    setAttributes(element)
    setAttributes(script)
    observer.observe(element)
    element.append(script)
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      script.onerror = null
      element.replaceChildren()
    }
  }, [src, data])

  return (
    <>
      {/* lib/server/csp.ts finds this element by its first two attributes and allows the shop's
          script. */}
      <div className="poster-shop" data-shop={src} data-state={state}>
        <div className="poster-shop-card">{children}</div>
        <div id="ticket-widget" ref={host} className="poster-shop-widget" />
      </div>
      <div className="mt-3 flex min-h-11 flex-wrap items-center">
        <p role="status">{STATE_MESSAGES[state]}</p>
        {state === 'shown' && (
          <a href={shopUrl} target="_blank" rel="noopener" className="poster-link poster-tap">
            Otvori trgovinu u novoj kartici
          </a>
        )}
      </div>
    </>
  )
}
