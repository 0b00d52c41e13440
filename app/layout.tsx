import type { Metadata } from 'next'
import { fontVariables } from './fonts'

/** The shipped mark; the public pages have the edition's own. */
export const metadata: Metadata = { icons: { icon: '/art/mark.svg', apple: '/icons/apple.png' } }

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="hr" className={fontVariables} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  )
}
