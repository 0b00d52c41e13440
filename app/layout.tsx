import type { Metadata } from 'next'
import { fontVariables } from './fonts'

/** Default icons. The public pages replace them with the icon of the current edition. */
export const metadata: Metadata = { icons: { icon: '/art/mark.svg', apple: '/icons/apple.png' } }

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="hr" className={fontVariables} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  )
}
