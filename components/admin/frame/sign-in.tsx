'use client'

import { getCsrfToken, signIn } from 'next-auth/react'
import { useEffect, useState } from 'react'
import { PanelList } from '@/components/admin/data/panel-list'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useIsHydrated } from '@/components/ui/use-is-hydrated'
import {
  atSiteOrigin,
  landingPage,
  PRIVILEGE_DESCRIPTIONS,
  PRIVILEGE_LABELS,
  PRIVILEGE_ORDER,
  SIGN_IN_MESSAGES,
  WHY_SIGNED_OUT,
  withNext,
} from '@/lib/auth/rules'
import { GoogleMark } from './google-mark'

interface Props {
  /** Domain of the Google accounts that may sign in; null if Google sign-in is not configured. */
  googleDomain: string | null
  demo: boolean
  next: string | null
  /** Origin of the site, to which Google redirects back. */
  siteOrigin: string
}

/**
 * Sign-in buttons: Google, and the demo accounts in demo mode. A successful sign-in leaves the
 * page.
 */
export function SignIn({ googleDomain, demo, next, siteOrigin }: Props) {
  const [pending, setPending] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  // The buttons are disabled until hydration, because an earlier press would be lost.
  const isHydrated = useIsHydrated()

  // A user who returns from Google with the browser's Back button finds the buttons enabled again.
  useEffect(() => {
    const ready = () => setPending(null)
    window.addEventListener('pageshow', ready)
    return () => window.removeEventListener('pageshow', ready)
  }, [])

  useEffect(() => {
    const url = googleDomain && atSiteOrigin(location.href, siteOrigin)
    if (url) return location.replace(url)
    setEnded(sessionStorage.getItem(WHY_SIGNED_OUT) !== null)
  }, [googleDomain, siteOrigin])

  async function start(name: string, signInNow: () => Promise<void>) {
    setPending(name)
    setFailed(false)
    sessionStorage.removeItem(WHY_SIGNED_OUT)
    try {
      if (!(await getCsrfToken())) throw new Error('the server did not respond')
      await signInNow()
    } catch {
      setFailed(true)
      setPending(null)
    }
  }

  const byGoogle = () =>
    start('google', async () => {
      await signIn('google', { callbackUrl: withNext('/admin/login', next) })
    })

  const byDemo = (privilege: number) =>
    start(`demo ${privilege}`, async () => {
      // The callback URL is set explicitly. By default it is the current URL, and an `error`
      // parameter there from an earlier attempt would count as a failure of this attempt.
      const callbackUrl = '/admin/login'
      const result = await signIn('demo', { privilege, redirect: false, callbackUrl })
      if (!result?.ok || result.error) throw new Error('refused')
      location.assign(privilege === 0 ? '/admin/login' : (next ?? landingPage(privilege)))
    })

  return (
    <div className="space-y-6">
      {hasEnded && !failed && <Notice>{SIGN_IN_MESSAGES.endedHere}</Notice>}
      {failed && <Notice tone="error">{SIGN_IN_MESSAGES.failed}</Notice>}
      {googleDomain && (
        <div>
          <Button
            pending={pending === 'google'}
            disabled={!isHydrated || pending !== null}
            onClick={byGoogle}
            className="min-h-13 w-full text-base"
          >
            {pending !== 'google' && <GoogleMark />}
            <span>Prijava Google računom</span>
          </Button>
          <p className="mt-2 text-sm text-muted">
            Samo računi organizacije: <strong className="text-text">@{googleDomain}</strong>
          </p>
        </div>
      )}
      {demo && (
        <section aria-labelledby="demo">
          <h2 id="demo" className="mb-1 text-lg font-bold">
            Probni računi
          </h2>
          <p className="mb-3 text-sm text-muted">
            Ovo je probni način rada, bez lozinke. Odaberite kao tko ulazite.
          </p>
          <PanelList>
            {PRIVILEGE_ORDER.map((privilege) => (
              <li key={privilege}>
                <Button
                  look="bare"
                  pending={pending === `demo ${privilege}`}
                  disabled={!isHydrated || pending !== null}
                  onClick={() => byDemo(privilege)}
                  className="min-h-15 w-full justify-start rounded-none py-2 text-left"
                >
                  <span>
                    <span className="block">{PRIVILEGE_LABELS[privilege]}</span>
                    <span className="block text-sm font-normal text-muted">
                      {PRIVILEGE_DESCRIPTIONS[privilege]}
                    </span>
                  </span>
                </Button>
              </li>
            ))}
          </PanelList>
        </section>
      )}
      {!googleDomain && !demo && (
        <Notice tone="error">
          Prijava nije postavljena: nema ni Google prijave ni probnog načina rada. Javite se
          administratoru.
        </Notice>
      )}
    </div>
  )
}
