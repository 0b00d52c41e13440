'use client'

import { type RefObject, useLayoutEffect, useState } from 'react'

const WIDE = '(min-width: 768px)'

/** Where a list starts on the page, in px, and whether it stands as a table of lines. */
export function usePlaceOnPage(list: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ top: 0, isWide: true })

  useLayoutEffect(() => {
    function look() {
      if (!list.current) return
      const top = Math.round(list.current.getBoundingClientRect().top + window.scrollY)
      const isWide = matchMedia(WIDE).matches
      setPlace((was) => (was.top === top && was.isWide === isWide ? was : { top, isWide }))
    }
    look()
    // Whatever moves the list makes the page longer or shorter.
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [list])

  return place
}
