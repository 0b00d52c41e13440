import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

/** Zoom factor of a picture, and its offset in px from the centre of the viewer. */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface Offset {
  x: number
  y: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 8

/** Returns the largest size at which a picture fits into the viewer. */
export function fitted(picture: Size, window: Size): Size {
  const scale = Math.min(window.width / picture.width, window.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))

/**
 * Limits the offset, so that a picture larger than the viewer leaves no gap at its edges. A smaller
 * picture stays centred.
 */
export function clampView({ scale, x, y }: View, picture: Size, window: Size): View {
  const whole = fitted(picture, window)
  return {
    scale,
    x: clamp(x, Math.max(0, (whole.width * scale - window.width) / 2)),
    y: clamp(y, Math.max(0, (whole.height * scale - window.height) / 2)),
  }
}

/**
 * Zooms by `factor` around `point`, an offset in px from the viewer's centre. What is shown at that
 * point stays there.
 */
export function zoomedAt(view: View, factor: number, point: Offset): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }
}

export const movedBy = (view: View, { x, y }: Offset): View => ({
  ...view,
  x: view.x + x,
  y: view.y + y,
})

const STEP = 1.5
const ARROW_PX = 80
const MIDDLE: Offset = { x: 0, y: 0 }

const ARROWS: Record<string, Offset> = {
  ArrowLeft: { x: ARROW_PX, y: 0 },
  ArrowRight: { x: -ARROW_PX, y: 0 },
  ArrowUp: { x: 0, y: ARROW_PX },
  ArrowDown: { x: 0, y: -ARROW_PX },
}

/**
 * State and event handlers to zoom and move a picture by touch, mouse, wheel, keyboard and buttons.
 */
export function useZoom(window: RefObject<HTMLElement | null>, picture: Size, first: View) {
  const [view, setView] = useState(first)
  const fingers = useRef(new Map<number, Offset>())

  function change(next: (view: View) => View) {
    const box = window.current?.getBoundingClientRect()
    if (box) setView((view) => clampView(next(view), picture, box))
  }
  const zoom = (factor: number, point = MIDDLE) => change((view) => zoomedAt(view, factor, point))

  function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }): Offset {
    const box = window.current?.getBoundingClientRect()
    if (!box) return MIDDLE
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
  }

  // React's `onWheel` is passive, so it could not keep the browser from zooming the whole page.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    zoom(Math.exp(-event.deltaY / 400), fromMiddle(event))
  })
  useEffect(() => {
    const element = window.current
    const listen = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [window])

  const removeFinger = (event: PointerEvent) => void fingers.current.delete(event.pointerId)

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, fromMiddle(event))
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId)
      if (!before) return
      const now = fromMiddle(event)
      fingers.current.set(event.pointerId, now)
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (!other)
        return change((view) => movedBy(view, { x: now.x - before.x, y: now.y - before.y }))
      const spread = Math.hypot(now.x - other.x, now.y - other.y)
      const factor = spread / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y))
      // With two fingers: zooms around the finger that does not move.
      zoom(factor, other)
    },
    onPointerUp: removeFinger,
    onPointerCancel: removeFinger,
    onDoubleClick: (event: { clientX: number; clientY: number }) =>
      view.scale > 1.05 ? setView(WHOLE) : zoom(3, fromMiddle(event)),
  }

  function onKeyDown(event: KeyboardEvent) {
    const arrow = ARROWS[event.key]
    if (arrow) change((view) => movedBy(view, arrow))
    else if (event.key === '+' || event.key === '=') zoom(STEP)
    else if (event.key === '-') zoom(1 / STEP)
    else if (event.key === '0') setView(WHOLE)
    else return
    event.preventDefault()
  }

  return {
    view,
    handlers,
    onKeyDown,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    reset: () => setView(WHOLE),
  }
}
