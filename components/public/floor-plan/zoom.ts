/** How a picture lies in its window: enlarged, and moved from the middle by so many pixels. */
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

/** The size of a picture that just fits into the window. */
export function fitted(picture: Size, window: Size): Size {
  const scale = Math.min(window.width / picture.width, window.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

const between = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))

/** Keeps the picture over the middle of the window: its edge comes no further in than needed. */
export function kept({ scale, x, y }: View, picture: Size, window: Size): View {
  const whole = fitted(picture, window)
  return {
    scale,
    x: between(x, Math.max(0, (whole.width * scale - window.width) / 2)),
    y: between(y, Math.max(0, (whole.height * scale - window.height) / 2)),
  }
}

/** Enlarges by `factor` so that what is at `point` (from the window's middle) stays there. */
export function zoomedAt(view: View, factor: number, point: Offset): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  const by = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by }
}

export const movedBy = (view: View, { x, y }: Offset): View => ({
  ...view,
  x: view.x + x,
  y: view.y + y,
})
