import { IMAGE_MESSAGES } from '@/lib/images/schema'

/** Pixels of the longer side that is cropped, so that no phone holds 50 megapixels for long. */
const WORKED_ON = 2400

/** Pixels of the longer side that is sent; the server keeps no more (lib/images/service.ts). */
const SENT = 1600

/** A picture that is being worked on, upright and in memory. */
export interface OpenPicture {
  canvas: HTMLCanvasElement
  /** The same as a file, for showing it. */
  shown: Blob
  /** A photograph has nothing to see through. */
  isOpaque: boolean
}

/** A part of a picture in its pixels, which may reach beyond its edges. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Why a file cannot be used, in a sentence. */
export class UnreadablePicture extends Error {}

/**
 * Opens whatever this browser can show, HEIC on some and SVG on all, which the server itself
 * would refuse. Throws UnreadablePicture.
 */
export async function openPicture(file: Blob): Promise<OpenPicture> {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    image.src = url
    await image.decode()
    const isDrawing = /svg/.test(file.type)
    return await toOpen(scaledCopy(image, isDrawing), /jpe?g|hei[cf]/.test(file.type))
  } catch {
    throw new UnreadablePicture(whyNot(file))
  } finally {
    URL.revokeObjectURL(url)
  }
}

/**
 * A picture to be sent as it is, and its size upright; an SVG is drawn here, `longest` pixels on
 * its longer side, since the server takes none. Throws UnreadablePicture.
 */
export async function wholePicture(file: File, longest: number) {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    image.src = url
    await image.decode()
    const { naturalWidth, naturalHeight } = image
    if (!/svg/.test(file.type)) return { file, width: naturalWidth, height: naturalHeight }
    const scale = longest / Math.max(naturalWidth, naturalHeight)
    const { canvas, pen } = newCanvas(naturalWidth * scale, naturalHeight * scale)
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await toBlob(canvas, false)
    const name = file.name.replace(/svg$/i, blob.type.replace('image/', ''))
    const { width, height } = canvas
    return { file: new File([blob], name, { type: blob.type }), width, height }
  } catch {
    throw new UnreadablePicture(whyNot(file))
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** The browser turns it by its EXIF orientation as it draws. */
function scaledCopy(image: HTMLImageElement, isDrawing: boolean): HTMLCanvasElement {
  const width = image.naturalWidth || SENT
  const height = image.naturalHeight || SENT
  const longest = Math.max(width, height)
  const scale = isDrawing ? SENT / longest : Math.min(1, WORKED_ON / longest)
  const { canvas, pen } = newCanvas(width * scale, height * scale)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

function whyNot(file: Blob): string {
  const name = file instanceof File ? file.name : ''
  if (/hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(name)) return IMAGE_MESSAGES.heic
  return file.type.startsWith('image/') ? IMAGE_MESSAGES.broken : IMAGE_MESSAGES.noPicture
}

/** A quarter turn to the right, for what lies on its side without saying so. */
export function turned({ canvas: before, isOpaque }: OpenPicture): Promise<OpenPicture> {
  const { canvas, pen } = newCanvas(before.height, before.width)
  pen.translate(canvas.width, 0)
  pen.rotate(Math.PI / 2)
  pen.drawImage(before, 0, 0)
  return toOpen(canvas, isOpaque)
}

async function toOpen(canvas: HTMLCanvasElement, isOpaque: boolean): Promise<OpenPicture> {
  return { canvas, isOpaque, shown: await toBlob(canvas, isOpaque) }
}

/** The file to be sent: this part of the picture, or all of it, no larger than is kept. */
export async function cut({ canvas: all, isOpaque }: OpenPicture, area?: Area): Promise<File> {
  const { x, y, width, height } = area ?? { x: 0, y: 0, width: all.width, height: all.height }
  const scale = Math.min(1, SENT / Math.max(width, height))
  const { canvas, pen } = newCanvas(width * scale, height * scale)
  pen.drawImage(all, -x * scale, -y * scale, all.width * scale, all.height * scale)
  const blob = await toBlob(canvas, isOpaque)
  return new File([blob], `slika.${blob.type.replace('image/', '')}`, { type: blob.type })
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const pen = canvas.getContext('2d')
  if (!pen) throw new UnreadablePicture(IMAGE_MESSAGES.tooManyPixels)
  pen.imageSmoothingQuality = 'high'
  return { canvas, pen }
}

/** WebP, or where a browser cannot make it (it then gives PNG): JPEG of what is opaque. */
async function toBlob(canvas: HTMLCanvasElement, isOpaque: boolean): Promise<Blob> {
  const webp = await encoded(canvas, 'image/webp')
  return webp.type !== 'image/webp' && isOpaque ? encoded(canvas, 'image/jpeg') : webp
}

const encoded = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnreadablePicture(IMAGE_MESSAGES.broken))),
      type,
      0.92,
    ),
  )
