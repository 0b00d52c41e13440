'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Confirm } from '@/components/ui/confirm'

/**
 * Keeps what was typed from being lost by a wrong tap: asks before a link of this site is
 * followed, and lets the browser ask before the page is closed or reloaded.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const router = useRouter()
  const [target, setTarget] = useState<string | null>(null)

  useEffect(() => {
    if (!isDirty) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return
      if (event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin)
        return
      event.preventDefault()
      // Of several guards on a page one asks.
      event.stopImmediatePropagation()
      setTarget(link.pathname + link.search)
    }
    addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, true)
    return () => {
      removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, true)
    }
  }, [isDirty])

  return (
    <Confirm
      open={target !== null}
      question="Odbaciti promjene?"
      yes="Odbaci i otiđi"
      danger
      onNo={() => setTarget(null)}
      onYes={() => {
        if (target) router.push(target)
        setTarget(null)
      }}
    >
      <p>Ono što ste upisali nije spremljeno.</p>
    </Confirm>
  )
}
