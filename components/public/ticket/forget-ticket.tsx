'use client'

import { useEffect } from 'react'
import { removeTicket } from './kept'

/** Takes the ticket of this address from the phone's list: the server knows none by now. */
export function ForgetTicket() {
  useEffect(() => {
    removeTicket(location.pathname.split('/')[2]?.toLowerCase() ?? '')
  }, [])
  return null
}
