import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { kept, movedBy, type Offset, type Size, type View, WHOLE, zoomedAt } from './zoom'

const STEP = 1.5
const ARROW_PX = 80
const MIDDLE: Offset = { x: 0, y: 0 }

const ARROWS: Record<string, Offset> = {
  ArrowLeft: { x: ARROW_PX, y: 0 },
  ArrowRight: { x: -ARROW_PX, y: 0 },
  ArrowUp: { x: 0, y: ARROW_PX },
  ArrowDown: { x: 0, y: -ARROW_PX },
}

/** Enlarging and moving a picture in its window by fingers, mouse, wheel, keys and buttons. */
export function useZoom(window: RefObject<HTMLElement | null>, picture: Size, first: View) {
  const [view, setView] = useState(first)
  const fingers = useRef(new Map<number, Offset>())

  function change(next: (view: View) => View) {
    const box = window.current?.getBoundingClientRect()
    if (box) setView((view) => kept(next(view), picture, box))
  }
  const zoom = (factor: number, point = MIDDLE) => change((view) => zoomedAt(view, factor, point))

  function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }): Offset {
    const box = window.current?.getBoundingClientRect()
    if (!box) return MIDDLE
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
  }

  // React's own wheel handler cannot keep the browser from enlarging the whole page.
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

  const lift = (event: PointerEvent) => void fingers.current.delete(event.pointerId)

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
      // The other finger holds its place; this one carries what lies under it along.
      zoom(factor, other)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
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
