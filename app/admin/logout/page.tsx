import type { Metadata } from 'next'
import { AuthLayout } from '@/components/admin/frame/auth-layout'
import { SignOut } from '@/components/admin/frame/sign-out'

export const metadata: Metadata = { title: 'Odjava' }

export default function LogoutPage() {
  return (
    <AuthLayout title="Odjava">
      <SignOut />
    </AuthLayout>
  )
}
