'use client'

import '../poster/drawing.css'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { clampView, fitted, type Offset, type Size, useZoom, type View, WHOLE } from './zoom'

interface ViewerLabels {
  /** Label of the open viewer for screen readers. */
  title: string
  /** Label of the button that shows the whole picture again. */
  whole: string
}

interface ZoomableDrawingProps {
  /** URL of the picture, which the link opens without JavaScript. */
  href: string
  alt: string
  labels: ViewerLabels
  /** The picture in the page, which contains an `<img>`. */
  children: ReactNode
}

/** Picture that a click opens full screen, zoomed in at the point of the click. */
export function ZoomableDrawing({ href, alt, labels, children }: ZoomableDrawingProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)

  function open(event: MouseEvent<HTMLAnchorElement>) {
    const picture = event.currentTarget.querySelector('img')
    if (!picture || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const box = picture.getBoundingClientRect()
    const at = {
      x: (event.clientX - box.left) / box.width - 0.5,
      y: (event.clientY - box.top) / box.height - 0.5,
    }
    const isOnPicture = Math.max(Math.abs(at.x), Math.abs(at.y)) <= 0.5
    const shown = picture.currentSrc || picture.src
    setOpened({
      shown,
      // For a resized picture, the viewer loads the original file, because it zooms in.
      src: new URL(shown, location.href).searchParams.get('url') ?? shown,
      size: { width: box.width, height: box.height },
      // A keyboard click, or a click on the badge next to the picture, has no point in the picture.
      // The viewer then shows the whole picture.
      at: event.detail !== 0 && isOnPicture ? at : null,
    })
  }

  function close() {
    setOpened(null)
    link.current?.focus()
  }

  return (
    <>
      <a ref={link} href={href} onClick={open} className="drawing-link">
        {children}
        <span className="drawing-hint">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-none stroke-current">
            <path
              d="M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 6 6M10 7v6M7 10h6"
              strokeWidth="2.5"
            />
          </svg>
          Povećaj
        </span>
      </a>
      {opened && <DrawingViewer {...opened} alt={alt} labels={labels} onClose={close} />}
    </>
  )
}

interface Opened {
  src: string
  /** URL of the file that the page shows already. It is displayed until `src` has loaded. */
  shown: string
  size: Size
  /**
   * Point of the click as an offset from the picture's centre, from -0.5 to 0.5. Null if the click
   * was not on the picture; then the whole picture is shown.
   */
  at: Offset | null
}

interface DrawingViewerProps extends Opened {
  alt: string
  labels: ViewerLabels
  onClose: () => void
}

const FIRST_SCALE = 2.5

/**
 * Returns the first view: zoomed in at the point of the click, or the whole picture without a
 * point.
 */
function firstView(size: Size, at: Offset | null): View {
  if (!at) return WHOLE
  const screen = { width: window.innerWidth, height: window.innerHeight }
  const whole = fitted(size, screen)
  const view = {
    scale: FIRST_SCALE,
    x: -at.x * whole.width * FIRST_SCALE,
    y: -at.y * whole.height * FIRST_SCALE,
  }
  return clampView(view, size, screen)
}

/** Full-screen viewer of a picture, with buttons to zoom. */
function DrawingViewer({ src, shown, size, at, alt, labels, onClose }: DrawingViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const zoom = useZoom(dialog, size, firstView(size, at))
  const { scale, x, y } = zoom.view

  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      ref={dialog}
      aria-label={labels.title}
      className="drawing-viewer"
      onClose={onClose}
      onKeyDown={zoom.onKeyDown}
    >
      <div className="drawing-window" {...zoom.handlers}>
        {/* biome-ignore lint/performance/noImgElement: a drawing needs no optimization */}
        <img
          src={src}
          alt={alt}
          draggable={false}
          style={{
            transform: `translate(${x}px, ${y}px) scale(${scale})`,
            background: `center / contain no-repeat url("${shown}")`,
          }}
        />
      </div>
      <p className="sr-only" aria-live="polite">
        Uvećanje {Math.round(scale * 100)} %
      </p>
      <div className="drawing-tools">
        <button type="button" onClick={zoom.zoomOut} disabled={scale <= 1} aria-label="Udalji">
          <Icon d="M4 12h16" />
        </button>
        <button type="button" onClick={zoom.zoomIn} aria-label="Približi">
          <Icon d="M4 12h16M12 4v16" />
        </button>
        <button type="button" onClick={zoom.reset} className="drawing-whole">
          {labels.whole}
        </button>
        <button type="button" onClick={() => dialog.current?.close()} aria-label="Zatvori">
          <Icon d="m5 5 14 14M19 5 5 19" />
        </button>
      </div>
    </dialog>
  )
}

function Icon({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-7 stroke-current">
      <path d={d} strokeWidth="3.5" />
    </svg>
  )
}
