import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { AuthLayout } from '@/components/admin/frame/auth-layout'
import { NoPrivilegesNotice } from '@/components/admin/frame/no-privileges-notice'
import { SignIn } from '@/components/admin/frame/sign-in'
import { Notice } from '@/components/ui/notice'
import { landingPage, nextPathOfCallback, safeNextPath, signInError } from '@/lib/auth/rules'
import { getCurrentUser } from '@/lib/auth/sessions'
import { callbackCookieName } from '@/lib/auth/tokens'
import { getConfig } from '@/lib/config/settings'

export const metadata: Metadata = { title: 'Prijava' }

type Props = PageProps<'/admin/login'>

export default function LoginPage({ searchParams }: Props) {
  return (
    <AuthLayout title="Prijava za osoblje">
      <Suspense>
        <Login searchParams={searchParams} />
      </Suspense>
    </AuthLayout>
  )
}

/** Redirects a user who is already signed in. Shows the sign-in options to all others. */
async function Login({ searchParams }: Pick<Props, 'searchParams'>) {
  const { next, error } = await searchParams
  const user = await getCurrentUser()
  const hasFailed = typeof error === 'string'
  const target = safeNextPath(next) ?? (hasFailed ? await getNextOfFailedSignIn() : null)
  if (user?.privilege) redirect(target ?? landingPage(user.privilege))
  if (user) return <NoPrivilegesNotice user={user} />
  const { GOOGLE_CLIENT_ID, GOOGLE_HOSTED_DOMAIN, DEMO, PUBLIC_URL } = getConfig()
  return (
    <>
      {hasFailed && (
        <Notice tone="error" className="mb-6">
          {signInError(error, GOOGLE_HOSTED_DOMAIN)}
        </Notice>
      )}
      <SignIn
        googleDomain={(GOOGLE_CLIENT_ID && GOOGLE_HOSTED_DOMAIN) || null}
        demo={DEMO}
        next={target}
        siteOrigin={new URL(PUBLIC_URL).origin}
      />
    </>
  )
}

const getNextOfFailedSignIn = async () =>
  nextPathOfCallback((await cookies()).get(callbackCookieName())?.value)
