import { EMBER, INK, PAPER, SIGNAL } from '@/lib/text/colours'

/** Texts of the ticket picture. The QR code is taken from the page. */
export interface DrawnTicket {
  /** Lines of the name. */
  lines: string[]
  edition: string
  what: string
  list: string
  number: string
  facts: [word: string, value: string, more: string][]
}

/** Size of the picture in px, with the proportions of a phone's screen. */
const WIDTH = 1080
const HEIGHT = 1920
const EDGE = 60
const ROOM = WIDTH - 2 * EDGE
const HEAD = 250
/** Vertical position of the perforation in px. The stub with the QR code is below it. */
const TEAR = 880

/**
 * Draws the ticket as a PNG file in the browser: name, festival, date and QR code. Throws if the
 * browser cannot draw it.
 */
export async function drawTicket(ticket: DrawnTicket, cells: number): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const on = canvas.getContext('2d')
  const code = document.getElementById('karta-qr')?.getAttribute('d')
  if (!on || !code) throw new Error('there is no canvas or no QR code')
  const faces = await loadFaces(lettersOf(ticket))
  drawPaper(on)
  drawWords(on, faces, ticket)
  drawCode(on, code, cells)
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

function lettersOf(ticket: DrawnTicket) {
  const words = Object.values(ticket).flat(2).join('')
  return words + words.toUpperCase()
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
function drawPaper(on: Canvas) {
  const box = (colour: string, top: number, bottom: number) => {
    on.fillStyle = colour
    on.fillRect(EDGE, top, ROOM, bottom - top)
  }
  on.fillStyle = INK
  on.fillRect(0, 0, WIDTH, HEIGHT)
  box(PAPER, EDGE, TEAR)
  drawRecord(on)
  box(SIGNAL, EDGE, EDGE + HEAD)
  box('#fff', TEAR, HEIGHT - EDGE)
  on.fillStyle = INK
  for (const x of [EDGE, WIDTH - EDGE]) circle(on, x, TEAR, 34)
  // Teeth along the upper and lower edge, as of a ticket torn out of a block.
  const teeth = 24
  for (let i = 0; i < teeth; i++) {
    const x = EDGE + (ROOM / teeth) * (i + 0.5)
    for (const y of [EDGE, HEIGHT - EDGE]) circle(on, x, y, 13)
  }
  on.strokeStyle = INK
  on.lineWidth = 6
  on.setLineDash([18, 16])
  on.beginPath()
  on.moveTo(EDGE + 48, TEAR)
  on.lineTo(WIDTH - EDGE - 48, TEAR)
  on.stroke()
}

/** Draws half a vinyl record at the right edge, above the facts. */
function drawRecord(on: Canvas) {
  const [x, y] = [WIDTH - EDGE, EDGE + HEAD + 170]
  on.save()
  on.beginPath()
  on.rect(EDGE, EDGE + HEAD, ROOM, 350)
  on.clip()
  on.strokeStyle = EMBER
  on.lineWidth = 4
  for (let radius = 116; radius < 360; radius += 20) {
    on.beginPath()
    on.arc(x, y, radius, 0, 2 * Math.PI)
    on.stroke()
  }
  on.fillStyle = SIGNAL
  circle(on, x, y, 96)
  on.stroke()
  on.fillStyle = INK
  circle(on, x, y, 20)
  on.restore()
}

function circle(on: Canvas, x: number, y: number, radius: number) {
  on.beginPath()
  on.arc(x, y, radius, 0, 2 * Math.PI)
  on.fill()
}

const INSIDE = EDGE + 50

function drawWords(on: Canvas, { display, text }: Faces, ticket: DrawnTicket) {
  /**
   * Draws a line in a font of `size` px, or smaller if it would not fit. Returns the font size
   * used.
   */
  function line(words: string, y: number, size: number, face = display, room = ROOM - 100) {
    const weight = face === display ? 900 : 600
    on.font = `${weight} ${size}px ${face}`
    const fitting = Math.min(size, (size * room) / on.measureText(words).width)
    on.font = `${weight} ${fitting}px ${face}`
    on.fillText(words, on.textAlign === 'right' ? WIDTH - INSIDE : INSIDE, y)
    return fitting
  }
  on.fillStyle = INK
  line(ticket.edition.toUpperCase(), EDGE + 150, 150)
  line(ticket.number, EDGE + 215, 42, text)
  line(`${ticket.what} · ${ticket.list}`, EDGE + HEAD + 72, 40, text)
  const size = ticket.lines.length > 1 ? 112 : 170
  ticket.lines.forEach((words, i) => {
    line(words.toUpperCase(), EDGE + HEAD + 84 + (i + 1) * size * 1.04, size)
  })
  ticket.facts.forEach(([word, value, more], i) => {
    on.textAlign = i ? 'right' : 'left'
    const half = ROOM / 2 - 70
    on.fillStyle = '#5a5546'
    line(word, TEAR - 170, 32, text, half)
    on.fillStyle = INK
    line(value, TEAR - 110, 56, display, half)
    line(more, TEAR - 60, 34, text, half)
  })
  on.textAlign = 'left'
  on.fillStyle = EMBER
  on.fillRect(EDGE, EDGE + HEAD, ROOM, 14)
}

/**
 * Draws the QR code black on white. Each module is a whole number of px, and the quiet zone is
 * kept.
 */
function drawCode(on: Canvas, path: string, cells: number) {
  const scale = Math.floor((ROOM - 10) / cells)
  const side = scale * cells
  on.save()
  on.translate((WIDTH - side) / 2, TEAR + (HEIGHT - EDGE - TEAR - side) / 2)
  on.scale(scale, scale)
  on.fillStyle = '#000'
  on.fill(new Path2D(path))
  on.restore()
}
