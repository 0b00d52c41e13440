'use client'

import { useEffect } from 'react'
import { followAddress } from './follow-address'

/** Opens and closes the page's dialogs as its address says. */
export function DialogAddress() {
  useEffect(followAddress, [])
  return null
}
