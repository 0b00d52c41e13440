'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

/** So long the shop's script may take before the page stops promising it. */
const PATIENCE = 8000
/** Lower than this it is no shop yet: an empty frame, a spinner's line. */
const FILLED = 40

type State = 'still' | 'waiting' | 'shown' | 'failed'

const SAYS: Record<State, string> = {
  still: '',
  waiting: 'Učitavamo prodaju ulaznica…',
  shown: '',
  failed: 'Prodaja se ovdje nije učitala. U trgovini te čeka ista ponuda.',
}

interface Props {
  src: string
  data: Record<string, string>
  shopUrl: string
  /** Stands in the widget's place until it has come, and for good when it does not. */
  children: ReactNode
}

/**
 * The ticket shop's own widget: an element `#ticket-widget` and in it the shop's script,
 * both with the `data-` attributes of the settings. The script fills the element, or draws
 * beside itself; the widget is there once the element takes up room.
 */
export function TicketWidget({ src, data, shopUrl, children }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('still')

  useEffect(() => {
    const element = host.current
    if (!element) return
    const give = (to: Element) => {
      for (const [name, value] of Object.entries(data)) to.setAttribute(`data-${name}`, value)
    }
    const fail = () => setState((now) => (now === 'shown' ? now : 'failed'))
    const watch = new ResizeObserver(() => {
      if (element.offsetHeight >= FILLED) setState('shown')
    })
    const script = document.createElement('script')
    script.async = true
    script.src = src
    script.referrerPolicy = 'no-referrer'
    script.onerror = fail
    setState('waiting')
    give(element)
    give(script)
    watch.observe(element)
    element.append(script)
    const timer = setTimeout(fail, PATIENCE)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      script.onerror = null
      element.replaceChildren()
    }
  }, [src, data])

  return (
    <>
      {/* By the first two attributes the page's policy knows whose script may run here (lib/server/csp.ts). */}
      <div className="poster-shop" data-shop={src} data-state={state}>
        <div className="poster-shop-card">{children}</div>
        <div id="ticket-widget" ref={host} className="poster-shop-widget" />
      </div>
      <div className="mt-3 flex min-h-11 flex-wrap items-center">
        <p role="status">{SAYS[state]}</p>
        {state === 'shown' && (
          <a href={shopUrl} target="_blank" rel="noopener" className="poster-link poster-tap">
            Otvori trgovinu u novoj kartici
          </a>
        )}
      </div>
    </>
  )
}
