'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useTheme } from 'next-themes'
import { type ReactNode, useState } from 'react'
import { Toaster } from 'sonner'
import { Theme } from '@/components/ui/theme'
import { ApiError } from '@/lib/api-client/client'

/** A refusal stays a refusal; only what may pass by itself is tried a second time. */
const mayPass = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/**
 * A call goes out although the browser believes to be offline, and says so when it fails;
 * held back it would wait without a word. Once the network is back, lists are read again.
 */
const CALLS = { networkMode: 'always' } as const

/** Theme, server data and toasts of the back office. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            ...CALLS,
            refetchOnReconnect: true,
            retry: (failed, error) => failed < 1 && mayPass(error),
          },
          mutations: CALLS,
        },
      }),
  )
  return (
    <Theme>
      <QueryClientProvider client={client}>
        {children}
        <Toasts />
      </QueryClientProvider>
    </Theme>
  )
}

const TOAST_LIFE_MS = 3000

// The library writes in the system's face unless told.
const toastLook = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--panel)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--edge)',
}

function Toasts() {
  const { theme } = useTheme()
  return (
    <Toaster
      theme={theme as 'light' | 'dark' | 'system'}
      position="top-center"
      duration={TOAST_LIFE_MS}
      containerAriaLabel="Obavijesti"
      style={toastLook}
      toastOptions={{ classNames: { toast: 'staff-toast' } }}
    />
  )
}
