'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'

/**
 * Type of the script that sets the theme before the first paint. The script must run only in HTML
 * from the server, so in the browser it gets a type that is not executed.
 */
const SCRIPT_TYPE = typeof window === 'undefined' ? 'text/javascript' : 'text/plain'

/** Provides the light or dark theme: as the user has chosen, or by default as the system is set. */
export function Theme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      scriptProps={{ type: SCRIPT_TYPE }}
    >
      {children}
    </ThemeProvider>
  )
}
