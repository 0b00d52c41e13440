import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { cache } from 'react'
import type { UserRow } from '@/db/queries/users'
import { userOfToken } from './sessions'
import { sessionCookieName } from './tokens'

/** Who asks for this page, read fresh once per request; null without a live sign-in. */
export const getCurrentUser = cache(async (): Promise<UserRow | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value
  if (!token) return null
  // A prefetch may know the cookie; who it stands for is asked only for the page itself.
  await connection()
  return userOfToken('session', token)
})
