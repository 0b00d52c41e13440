import type { Metadata } from 'next'
import { Door } from '@/components/admin/frame/door'
import { SignOut } from '@/components/admin/frame/sign-out'

export const metadata: Metadata = { title: 'Odjava' }

export default function LogoutPage() {
  return (
    <Door title="Odjava">
      <SignOut />
    </Door>
  )
}
