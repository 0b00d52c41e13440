'use client'

import { useEffect } from 'react'
import { removeTicket } from './kept'

/**
 * Removes the ticket of this URL from the phone's list, because the server does not know it any
 * more.
 */
export function ForgetTicket() {
  useEffect(() => {
    removeTicket(location.pathname.split('/')[2]?.toLowerCase() ?? '')
  }, [])
  return null
}
