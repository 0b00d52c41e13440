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

/**
 * Lets the page use the whole screen of a phone, so that CSS can keep the bottom bar above the home
 * indicator.
 */
export const viewport: Viewport = { viewportFit: 'cover' }

/**
 * Prevents the native submission of forms. Before the script of a form is loaded, a native
 * submission would reload the page and lose what was typed.
 */
const PREVENT_NATIVE_SUBMIT = "addEventListener('submit',(e)=>e.preventDefault(),true)"

/**
 * Layout of the back office. The static shell reserves the place of the navigation bar, and the
 * content for the signed-in user is streamed into it.
 */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
      <script dangerouslySetInnerHTML={{ __html: PREVENT_NATIVE_SUBMIT }} />
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
