'use client'

import { getCsrfToken, signOut } from 'next-auth/react'
import { useCallback, useEffect, useState } from 'react'
import { signOutOfGate } from '@/components/gate/state/sign-out'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { safeNextPath, WHY_SIGNED_OUT, withNext } from '@/lib/auth/rules'

/**
 * Ends the session in the browser and on the server, then opens the login page with the same
 * `?next=`.
 */
export function SignOut() {
  const [failed, setFailed] = useState(false)

  const leave = useCallback(async () => {
    setFailed(false)
    try {
      if (!(await getCsrfToken())) throw new Error('the server did not respond')
      const next = safeNextPath(new URLSearchParams(location.search).get('next'))
      // With `?next=` the session has expired. The user did not ask to sign out of the gate.
      if (!next) await signOutOfGate()
      await signOut({ redirect: false })
      if (next) sessionStorage.setItem(WHY_SIGNED_OUT, 'ended')
      else sessionStorage.removeItem(WHY_SIGNED_OUT)
      location.replace(withNext('/admin/login', next))
    } catch {
      setFailed(true)
    }
  }, [])

  useEffect(() => {
    void leave()
  }, [leave])

  if (!failed)
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        Odjavljujemo vas…
      </p>
    )
  return (
    <div className="space-y-4">
      <Notice tone="error">
        Odjava nije uspjela: nema veze s poslužiteljem. Još ste prijavljeni na ovom uređaju.
      </Notice>
      <Button look="primary" onClick={leave} className="w-full">
        Pokušaj ponovno
      </Button>
    </div>
  )
}
