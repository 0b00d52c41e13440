import { EMBER, INK, PAPER, SIGNAL } from '@/lib/text/colours'

/** Texts of the ticket picture. The QR code is taken from the page. */
export interface TicketPicture {
  /** Lines of the name. */
  lines: string[]
  edition: string
  label: string
  list: string
  number: string
  facts: [title: string, value: string, more: string][]
}

/** Size of the picture in px, with the proportions of a phone's screen. */
const WIDTH = 1080
const HEIGHT = 1920
const EDGE = 60
const INNER_WIDTH = WIDTH - 2 * EDGE
const HEAD = 250
/** Vertical position of the perforation in px. The stub with the QR code is below it. */
const PERFORATION_Y = 880

/**
 * Draws the ticket as a PNG file in the browser: name, festival, date and QR code. Throws if the
 * browser cannot draw it.
 */
export async function drawTicket(ticket: TicketPicture, cells: number): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d')
  const code = document.getElementById('karta-qr')?.getAttribute('d')
  if (!context || !code) throw new Error('there is no canvas or no QR code')
  const faces = await loadFaces(lettersOf(ticket))
  drawPaper(context)
  drawTexts(context, faces, ticket)
  drawCode(context, code, cells)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the canvas returned no image')
  return new File([blob], 'karta.png', { type: 'image/png' })
}

/**
 * Saves the picture: by the share dialog on iOS, where pictures are saved only there, else as a
 * download.
 */
export async function shareOrDownload(file: File): Promise<void> {
  const shared = { files: [file] }
  if ('standalone' in navigator && navigator.canShare?.(shared))
    return navigator.share(shared).catch((error) => {
      // A cancelled share dialog is not an error.
      if (error?.name !== 'AbortError') throw error
    })
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function lettersOf(ticket: TicketPicture) {
  const letters = Object.values(ticket).flat(2).join('')
  return letters + letters.toUpperCase()
}

interface Faces {
  display: string
  text: string
}

/** Loads the two fonts of the page, with all font files that these letters need. */
async function loadFaces(letters: string): Promise<Faces> {
  const style = getComputedStyle(document.documentElement)
  const face = (name: string) => style.getPropertyValue(name).trim()
  const faces = { display: face('--font-display'), text: face('--font-sans') }
  // Loads each font family alone: a browser rejects a whole list if one family is missing, such as
  // a fallback.
  const load = (font: string, families: string) =>
    families
      .split(',')
      .map((family) => document.fonts.load(`${font} ${family}`, letters).catch(() => []))
  await Promise.all([...load('900 60px', faces.display), ...load('600 40px', faces.text)])
  return faces
}

type Canvas = CanvasRenderingContext2D

/**
 * Draws the paper of the ticket on a dark background, with a yellow head and a punched perforation.
 */
function drawPaper(context: Canvas) {
  const box = (colour: string, top: number, bottom: number) => {
    context.fillStyle = colour
    context.fillRect(EDGE, top, INNER_WIDTH, bottom - top)
  }
  context.fillStyle = INK
  context.fillRect(0, 0, WIDTH, HEIGHT)
  box(PAPER, EDGE, PERFORATION_Y)
  drawRecord(context)
  box(SIGNAL, EDGE, EDGE + HEAD)
  box('#fff', PERFORATION_Y, HEIGHT - EDGE)
  context.fillStyle = INK
  for (const x of [EDGE, WIDTH - EDGE]) circle(context, x, PERFORATION_Y, 34)
  // Teeth along the upper and lower edge, as of a ticket torn out of a block.
  const teeth = 24
  for (let i = 0; i < teeth; i++) {
    const x = EDGE + (INNER_WIDTH / teeth) * (i + 0.5)
    for (const y of [EDGE, HEIGHT - EDGE]) circle(context, x, y, 13)
  }
  context.strokeStyle = INK
  context.lineWidth = 6
  context.setLineDash([18, 16])
  context.beginPath()
  context.moveTo(EDGE + 48, PERFORATION_Y)
  context.lineTo(WIDTH - EDGE - 48, PERFORATION_Y)
  context.stroke()
}

/** Draws half a vinyl record at the right edge, above the facts. */
function drawRecord(context: Canvas) {
  const [x, y] = [WIDTH - EDGE, EDGE + HEAD + 170]
  context.save()
  context.beginPath()
  context.rect(EDGE, EDGE + HEAD, INNER_WIDTH, 350)
  context.clip()
  context.strokeStyle = EMBER
  context.lineWidth = 4
  for (let radius = 116; radius < 360; radius += 20) {
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.stroke()
  }
  context.fillStyle = SIGNAL
  circle(context, x, y, 96)
  context.stroke()
  context.fillStyle = INK
  circle(context, x, y, 20)
  context.restore()
}

function circle(context: Canvas, x: number, y: number, radius: number) {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

const INSIDE = EDGE + 50

function drawTexts(context: Canvas, { display, text }: Faces, ticket: TicketPicture) {
  /**
   * Draws a line in a font of `size` px, or smaller if it would not fit. Returns the font size
   * used.
   */
  function line(
    content: string,
    y: number,
    size: number,
    face = display,
    maxWidth = INNER_WIDTH - 100,
  ) {
    const weight = face === display ? 900 : 600
    context.font = `${weight} ${size}px ${face}`
    const fitting = Math.min(size, (size * maxWidth) / context.measureText(content).width)
    context.font = `${weight} ${fitting}px ${face}`
    context.fillText(content, context.textAlign === 'right' ? WIDTH - INSIDE : INSIDE, y)
    return fitting
  }
  context.fillStyle = INK
  line(ticket.edition.toUpperCase(), EDGE + 150, 150)
  line(ticket.number, EDGE + 215, 42, text)
  line(`${ticket.label} · ${ticket.list}`, EDGE + HEAD + 72, 40, text)
  const size = ticket.lines.length > 1 ? 112 : 170
  ticket.lines.forEach((content, i) => {
    line(content.toUpperCase(), EDGE + HEAD + 84 + (i + 1) * size * 1.04, size)
  })
  ticket.facts.forEach(([title, value, more], i) => {
    context.textAlign = i ? 'right' : 'left'
    const half = INNER_WIDTH / 2 - 70
    context.fillStyle = '#5a5546'
    line(title, PERFORATION_Y - 170, 32, text, half)
    context.fillStyle = INK
    line(value, PERFORATION_Y - 110, 56, display, half)
    line(more, PERFORATION_Y - 60, 34, text, half)
  })
  context.textAlign = 'left'
  context.fillStyle = EMBER
  context.fillRect(EDGE, EDGE + HEAD, INNER_WIDTH, 14)
}

/**
 * Draws the QR code black on white. Each module is a whole number of px, and the quiet zone is
 * kept.
 */
function drawCode(context: Canvas, path: string, cells: number) {
  const scale = Math.floor((INNER_WIDTH - 10) / cells)
  const side = scale * cells
  context.save()
  const stubHeight = HEIGHT - EDGE - PERFORATION_Y
  context.translate((WIDTH - side) / 2, PERFORATION_Y + (stubHeight - side) / 2)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  context.restore()
}
