import type { Metadata } from 'next'
import { Home } from '@/components/admin/home/home'
import { hasPermission } from '@/lib/auth/rules'
import { getCurrentUser } from '@/lib/auth/sessions'
import { readFirstRun } from '@/lib/reports/first-run'
import { staffPage } from './staff-page'

export const metadata: Metadata = { title: 'Početna · Uprava' }

export default staffPage('staff', async () => {
  const user = await getCurrentUser()
  if (!user) return null
  const steps = hasPermission(user.privilege, 'admin') ? await readFirstRun() : []
  return <Home user={user} steps={steps} />
})
