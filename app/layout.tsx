import { fontVariables } from './fonts'

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="hr" className={fontVariables} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  )
}
