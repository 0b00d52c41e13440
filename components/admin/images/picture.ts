import { IMAGE_MESSAGES } from '@/lib/images/schema'

/**
 * Maximum length in px of the longer side while a picture is cropped, so that a phone does not keep
 * 50 megapixels in memory.
 */
const MAX_EDITED_SIDE = 2400

/**
 * Maximum length in px of the longer side of an uploaded picture. The server stores no more
 * (lib/images/service.ts).
 */
const MAX_UPLOADED_SIDE = 1600

/** A picture that is being edited: decoded, in memory, and in upright orientation. */
export interface OpenPicture {
  canvas: HTMLCanvasElement
  /** The picture as a file, for display. */
  shown: Blob
  /** Whether the picture has no transparency, as a photograph. */
  isOpaque: boolean
}

/** Rectangle of a picture in px. It may extend beyond the edges of the picture. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Error for a file that cannot be used. Its message tells the user the reason. */
export class UnreadablePicture extends Error {}

/**
 * Opens every format that the browser can decode, including SVG and in some browsers HEIC, which
 * the server would refuse. Throws UnreadablePicture.
 */
export async function openPicture(file: Blob): Promise<OpenPicture> {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    image.src = url
    await image.decode()
    const isDrawing = /svg/.test(file.type)
    return await toOpenPicture(scaledCopy(image, isDrawing), /jpe?g|hei[cf]/.test(file.type))
  } catch {
    throw new UnreadablePicture(unreadableReason(file))
  } finally {
    URL.revokeObjectURL(url)
  }
}

/**
 * Returns a picture for upload without cropping, with its width and height. An SVG is converted to
 * a bitmap with `longest` px on its longer side, because the server accepts no SVG. Throws
 * UnreadablePicture.
 */
export async function readWholePicture(file: File, longest: number) {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    image.src = url
    await image.decode()
    const { naturalWidth, naturalHeight } = image
    if (!/svg/.test(file.type)) return { file, width: naturalWidth, height: naturalHeight }
    const scale = longest / Math.max(naturalWidth, naturalHeight)
    const { canvas, context } = newCanvas(naturalWidth * scale, naturalHeight * scale)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await toBlob(canvas, false)
    const name = file.name.replace(/svg$/i, blob.type.replace('image/', ''))
    const { width, height } = canvas
    return { file: new File([blob], name, { type: blob.type }), width, height }
  } catch {
    throw new UnreadablePicture(unreadableReason(file))
  } finally {
    URL.revokeObjectURL(url)
  }
}

/**
 * Draws an image on a canvas in its working size. The browser applies the EXIF orientation when it
 * draws.
 */
function scaledCopy(image: HTMLImageElement, isDrawing: boolean): HTMLCanvasElement {
  const width = image.naturalWidth || MAX_UPLOADED_SIDE
  const height = image.naturalHeight || MAX_UPLOADED_SIDE
  const longest = Math.max(width, height)
  const scale = isDrawing ? MAX_UPLOADED_SIDE / longest : Math.min(1, MAX_EDITED_SIDE / longest)
  const { canvas, context } = newCanvas(width * scale, height * scale)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

function unreadableReason(file: Blob): string {
  const name = file instanceof File ? file.name : ''
  if (/hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(name)) return IMAGE_MESSAGES.heic
  return file.type.startsWith('image/') ? IMAGE_MESSAGES.broken : IMAGE_MESSAGES.noPicture
}

/**
 * Rotates a picture by 90 degrees clockwise, for a picture whose EXIF orientation is missing or
 * wrong.
 */
export function rotatePicture({ canvas: source, isOpaque }: OpenPicture): Promise<OpenPicture> {
  const { canvas, context } = newCanvas(source.height, source.width)
  context.translate(canvas.width, 0)
  context.rotate(Math.PI / 2)
  context.drawImage(source, 0, 0)
  return toOpenPicture(canvas, isOpaque)
}

async function toOpenPicture(canvas: HTMLCanvasElement, isOpaque: boolean): Promise<OpenPicture> {
  return { canvas, isOpaque, shown: await toBlob(canvas, isOpaque) }
}

/**
 * Returns the file to upload: the given area of the picture, or all of it, scaled down to the
 * maximum size.
 */
export async function cropPicture(
  { canvas: source, isOpaque }: OpenPicture,
  area?: Area,
): Promise<File> {
  const { x, y, width, height } = area ?? { x: 0, y: 0, width: source.width, height: source.height }
  const scale = Math.min(1, MAX_UPLOADED_SIDE / Math.max(width, height))
  const { canvas, context } = newCanvas(width * scale, height * scale)
  context.drawImage(source, -x * scale, -y * scale, source.width * scale, source.height * scale)
  const blob = await toBlob(canvas, isOpaque)
  return new File([blob], `slika.${blob.type.replace('image/', '')}`, { type: blob.type })
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadablePicture(IMAGE_MESSAGES.tooManyPixels)
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

/**
 * Encodes a canvas as WebP. A browser that cannot encode WebP returns PNG; an opaque picture is
 * then encoded as JPEG instead.
 */
async function toBlob(canvas: HTMLCanvasElement, isOpaque: boolean): Promise<Blob> {
  const webp = await encode(canvas, 'image/webp')
  return webp.type !== 'image/webp' && isOpaque ? encode(canvas, 'image/jpeg') : webp
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnreadablePicture(IMAGE_MESSAGES.broken))),
      type,
      0.92,
    ),
  )
