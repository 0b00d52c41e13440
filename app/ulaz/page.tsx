import '../admin/admin.css'
import type { Metadata, Viewport } from 'next'
import { GateApp } from '@/components/gate/screens/gate-app'

export const metadata: Metadata = { title: 'Ulaz', robots: { index: false, follow: false } }

/** So that the bar of a phone keeps clear of its home indicator. */
export const viewport: Viewport = { viewportFit: 'cover' }

/**
 * The gate's one screen, the same bytes for everybody: a phone keeps them and opens without a
 * network. Who may do what, the phone asks behind it.
 */
export default function GatePage() {
  return <GateApp />
}
