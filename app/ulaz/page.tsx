import '../admin/admin.css'
import type { Metadata, Viewport } from 'next'
import { GateApp } from '@/components/gate/screens/gate-app'

export const metadata: Metadata = { title: 'Ulaz', robots: { index: false, follow: false } }

/**
 * Lets the page use the whole screen of a phone, so that CSS can keep the bottom bar above the home
 * indicator.
 */
export const viewport: Viewport = { viewportFit: 'cover' }

/**
 * The entry screen. Its HTML is the same for all users, so a phone can cache it and open it without
 * a network. The phone requests the permissions of the user afterwards.
 */
export default function GatePage() {
  return <GateApp />
}
