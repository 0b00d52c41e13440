'use client'

import { useEffect } from 'react'
import { removeTicket } from './saved-tickets'

/**
 * Removes the ticket of this URL from the phone's list, because the server does not know it any
 * more.
 */
export function RemoveTicket() {
  useEffect(() => {
    removeTicket(location.pathname.split('/')[2]?.toLowerCase() ?? '')
  }, [])
  return null
}
