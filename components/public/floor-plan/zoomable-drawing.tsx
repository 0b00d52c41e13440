'use client'

import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { DrawingViewer, type Opened } from './drawing-viewer'

interface Props {
  /** Where the link leads without scripting. */
  href: string
  alt: string
  /** The picture, as the server wrote it. */
  children: ReactNode
}

/** A drawing that opens over the whole screen, enlarged where it was pressed. */
export function ZoomableDrawing({ href, alt, children }: Props) {
  const link = useRef<HTMLAnchorElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)

  function open(event: MouseEvent<HTMLAnchorElement>) {
    const picture = event.currentTarget.querySelector('img')
    if (!picture || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const box = picture.getBoundingClientRect()
    // A press by the keyboard has no place: the whole drawing then.
    const isKey = event.detail === 0
    setOpened({
      src: picture.currentSrc || picture.src,
      size: { width: box.width, height: box.height },
      at: isKey
        ? null
        : {
            x: (event.clientX - box.left) / box.width - 0.5,
            y: (event.clientY - box.top) / box.height - 0.5,
          },
    })
  }

  function close() {
    setOpened(null)
    link.current?.focus()
  }

  return (
    <>
      <a ref={link} href={href} onClick={open} className="floor-plan-link">
        {children}
        <span className="floor-plan-hint">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-none stroke-current">
            <path
              d="M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 6 6M10 7v6M7 10h6"
              strokeWidth="2.5"
            />
          </svg>
          Povećaj
        </span>
      </a>
      {opened && <DrawingViewer {...opened} alt={alt} onClose={close} />}
    </>
  )
}
