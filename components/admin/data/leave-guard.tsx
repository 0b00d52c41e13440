'use client'

import { useRouter } from 'next/navigation'
import {
  createContext,
  Fragment,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { Confirm } from '@/components/ui/confirm'
import { SIGN_IN_ENDED, type SignInEnded } from '@/lib/api-client/client'

const DiscardInput = createContext(() => {})

/**
 * Page whose input a `LeaveGuard` can discard. Next.js keeps the state of the last pages, so a page
 * that is opened again would otherwise still have the input that the user discarded.
 */
export function DiscardablePage({ children }: { children: ReactNode }) {
  const [version, discard] = useReducer((count: number) => count + 1, 0)
  return (
    <DiscardInput value={discard}>
      <Fragment key={version}>{children}</Fragment>
    </DiscardInput>
  )
}

interface Props {
  isDirty: boolean
  /** While the form is being saved, leaving needs no confirmation. */
  isPending?: boolean
}

/**
 * Protects unsaved input. Asks before a link of this site or Back is followed, and lets the browser
 * ask before the page is closed or reloaded. A browser without the Navigation API does not ask on
 * Back. A page whose input was discarded has its initial values at the next visit.
 */
export function LeaveGuard({ isDirty, isPending = false }: Props) {
  const router = useRouter()
  const isUnsaved = isDirty && !isPending
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const isLeaving = useRef(false)
  const discardInput = use(DiscardInput)

  // Cleanup of a layout effect: Next.js hides the page that the user leaves, and does not unmount it.
  useLayoutEffect(
    () => () => {
      if (isLeaving.current) discardInput()
    },
    [discardInput],
  )

  // Layout effect: the guard must be off as soon as the screen shows the form as saved.
  useLayoutEffect(() => {
    if (!isUnsaved) return
    const controller = new AbortController()
    const { signal } = controller
    const ask = (event: Event, go: () => void) => {
      event.preventDefault()
      // If a page has several guards, only the first asks.
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
        const path = link.pathname + link.search
        ask(event, () => router.push(path))
      },
      { capture: true, signal },
    )
    window.navigation?.addEventListener(
      'navigate',
      (event) => {
        if (isLeaving.current || event.navigationType !== 'traverse' || !event.cancelable) return
        const { key, url } = event.destination
        // The destination has the same path, so the page and the unsaved input stay.
        if (url && new URL(url).pathname === location.pathname) return
        ask(event, () => window.navigation.traverseTo(key))
      },
      { signal },
    )
    return () => controller.abort()
  }, [isUnsaved, router])

  return (
    <>
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
      <SignInAgain isDirty={isDirty} />
    </>
  )
}

/**
 * Keeps the page when the session ends while a form has unsaved input, and offers to sign in again
 * in a new tab. Failed reads ask only the first time, because lists are polled. Failed writes
 * always ask.
 */
export function SignInAgain({ isDirty }: { isDirty: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const wasAsked = useRef(false)
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: Event) => {
      event.preventDefault()
      // If a page has several guards, only the first asks.
      event.stopImmediatePropagation()
      if (!wasAsked.current || (event as SignInEnded).detail.isWrite) setOpen(true)
      wasAsked.current = true
    }
    addEventListener(SIGN_IN_ENDED, ask)
    return () => removeEventListener(SIGN_IN_ENDED, ask)
  }, [isDirty])
  return (
    <Confirm
      open={isOpen}
      question="Prijava je istekla"
      yes="Prijavi se u novoj kartici"
      onNo={() => setOpen(false)}
      onYes={() => {
        window.open('/admin/login', '_blank', 'noopener')
        setOpen(false)
      }}
    >
      <p>
        Ono što ste upisali još je ovdje. Prijavite se u novoj kartici, vratite se na ovu i
        spremite.
      </p>
    </Confirm>
  )
}

interface DiscardProps {
  open: boolean
  yes?: string
  onYes: () => void
  onNo: () => void
}

/** Dialog that asks before unsaved input is discarded. */
export const ConfirmDiscard = ({ yes = 'Odbaci', ...confirmProps }: DiscardProps) => (
  <Confirm {...confirmProps} question="Odbaciti promjene?" yes={yes} danger>
    <p>Ono što ste upisali nije spremljeno.</p>
  </Confirm>
)
