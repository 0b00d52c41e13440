import './admin.css'
import type { Metadata, Viewport } from 'next'
import { type ReactNode, Suspense } from 'react'
import { Providers } from '@/components/admin/frame/providers'
import { StaffBar, StaffBarContainer } from '@/components/admin/frame/staff-bar'
import { getCurrentUser } from '@/lib/auth/sessions'

export const metadata: Metadata = {
  title: { default: 'Uprava', template: '%s · Uprava' },
  robots: { index: false, follow: false },
}

/** So that the bar of a phone keeps clear of its home indicator. */
export const viewport: Viewport = { viewportFit: 'cover' }

/** A form is sent by its script; one sent before that has come would lose what was typed. */
const NO_SENDING_BY_THE_BROWSER = "addEventListener('submit',(e)=>e.preventDefault(),true)"

/** The staff frame. The bar's place is in the static shell; who is signed in streams in. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
      <script dangerouslySetInnerHTML={{ __html: NO_SENDING_BY_THE_BROWSER }} />
      <div data-staff className="flex min-h-dvh flex-col bg-ground text-text">
        <a href="#sadrzaj" className="skip-link">
          Preskoči na sadržaj
        </a>
        <Suspense fallback={<div className="md:h-14" />}>
          <StaffBarContainer>
            <Suspense>
              <Bar />
            </Suspense>
          </StaffBarContainer>
        </Suspense>
        <main id="sadrzaj" tabIndex={-1} className="staff-main">
          {children}
        </main>
      </div>
    </Providers>
  )
}

async function Bar() {
  const user = await getCurrentUser()
  return user && <StaffBar user={user} />
}
