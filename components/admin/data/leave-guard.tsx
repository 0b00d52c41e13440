'use client'

import { useRouter } from 'next/navigation'
import { useLayoutEffect, useRef, useState } from 'react'
import { Confirm } from '@/components/ui/confirm'

/**
 * Keeps what was typed from being lost by a wrong tap: asks before a link of this site is
 * followed or the way back is taken, and lets the browser ask before the page is closed or
 * reloaded. A browser without the Navigation API does not ask on the way back.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const router = useRouter()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const isLeaving = useRef(false)

  // With the screen that says that it is saved, not a moment behind it.
  useLayoutEffect(() => {
    if (!isDirty) return
    const guard = new AbortController()
    const { signal } = guard
    const ask = (event: Event, go: () => void) => {
      event.preventDefault()
      // Of several guards on a page one asks.
      event.stopImmediatePropagation()
      setLeave(() => go)
    }

    addEventListener('beforeunload', (event) => isLeaving.current || event.preventDefault(), {
      signal,
    })
    document.addEventListener(
      'click',
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null
        if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return
        if (event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin)
          return
        const address = link.pathname + link.search
        ask(event, () => router.push(address))
      },
      { capture: true, signal },
    )
    window.navigation?.addEventListener(
      'navigate',
      (event) => {
        if (isLeaving.current || event.navigationType !== 'traverse' || !event.cancelable) return
        const { key, url } = event.destination
        // The page stays, and with it what was typed.
        if (url && new URL(url).pathname === location.pathname) return
        ask(event, () => window.navigation.traverseTo(key))
      },
      { signal },
    )
    return () => guard.abort()
  }, [isDirty, router])

  return (
    <ConfirmDiscard
      open={leave !== null}
      yes="Odbaci i otiđi"
      onNo={() => setLeave(null)}
      onYes={() => {
        isLeaving.current = true
        leave?.()
        setLeave(null)
      }}
    />
  )
}

interface DiscardProps {
  open: boolean
  yes?: string
  onYes: () => void
  onNo: () => void
}

/** Asks before what was typed is thrown away. */
export const ConfirmDiscard = ({ yes = 'Odbaci', ...asked }: DiscardProps) => (
  <Confirm {...asked} question="Odbaciti promjene?" yes={yes} danger>
    <p>Ono što ste upisali nije spremljeno.</p>
  </Confirm>
)
