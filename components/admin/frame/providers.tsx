'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useTheme } from 'next-themes'
import { type ReactNode, useState } from 'react'
import { Toaster } from 'sonner'
import { Theme } from '@/components/ui/theme'
import { ApiError } from '@/lib/api-client/client'

/**
 * Whether a failed read may succeed if repeated: after a lost connection (status 0), a server error
 * (5xx) or another exception. Other error responses would not change.
 */
const mayRetry = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/**
 * Sends requests even if the browser reports that it is offline, so that the user sees an error. By
 * default React Query would pause them without a message. Lists are read again after the network
 * returns.
 */
const NETWORK_OPTIONS = { networkMode: 'always' } as const

/** Provides the theme, the React Query client and the toasts of the back office. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            ...NETWORK_OPTIONS,
            refetchOnReconnect: true,
            retry: (failures, error) => failures < 1 && mayRetry(error),
          },
          mutations: NETWORK_OPTIONS,
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

const TOAST_DURATION_MS = 3000

// Without `inherit`, the toast library uses the system font.
const toastStyle = {
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
      duration={TOAST_DURATION_MS}
      containerAriaLabel="Obavijesti"
      style={toastStyle}
      toastOptions={{ classNames: { toast: 'staff-toast' } }}
    />
  )
}
