'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'

/** The script that sets the theme before the first paint is for the server's page alone. */
const SCRIPT_TYPE = typeof window === 'undefined' ? 'text/javascript' : 'text/plain'

/** Light or dark: as the person has chosen, until then as the system has it. */
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
