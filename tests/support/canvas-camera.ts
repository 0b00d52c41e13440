import type { Page } from '@playwright/test'
import QRCode from 'qrcode'

/**
 * Replaces the camera by a canvas that shows QR codes. The scanner's code stays real. Call it
 * before the page is opened. `holdUp(text)` shows a code, `holdUp(null)` an empty picture.
 */
export async function canvasCamera(page: Page) {
  await page.addInitScript(() => {
    // Removes a browser API that iOS lacks, so that the decoder cannot depend on it.
    Reflect.deleteProperty(window, 'BarcodeDetector')
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const brush = canvas.getContext('2d') as CanvasRenderingContext2D
    let held: HTMLImageElement | null = null
    setInterval(() => {
      brush.fillStyle = '#777'
      brush.fillRect(0, 0, 640, 480)
      if (held) brush.drawImage(held, 170, 90)
    }, 50)
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20)
    Object.assign(window, {
      holdUp: async (source: string | null) => {
        const image = new Image()
        if (source) image.src = source
        if (source) await image.decode()
        held = source ? image : null
      },
    })
  })
  return async function holdUp(text: string | null) {
    const picture = text && (await QRCode.toDataURL(text, { width: 300, margin: 3 }))
    await page.evaluate(
      (source) => (window as unknown as { holdUp: (s: string | null) => void }).holdUp(source),
      picture,
    )
  }
}
