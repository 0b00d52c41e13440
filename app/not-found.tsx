import './(public)/public.css'
import type { Metadata } from 'next'
import { LostPage } from '@/components/public/frame/lost-page'

export const metadata: Metadata = { title: 'Stranica ne postoji' }

export default function NotFound() {
  return <LostPage />
}
