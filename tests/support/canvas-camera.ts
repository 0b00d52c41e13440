import type { Page } from '@playwright/test'
import QRCode from 'qrcode'

/**
 * Replaces the camera by a canvas that shows QR codes. The scanner's code stays real. Call it
 * before the page is opened. `showCode(text)` shows a code, `showCode(null)` an empty picture.
 */
export async function canvasCamera(page: Page) {
  await page.addInitScript(() => {
    // Removes a browser API that iOS lacks, so that the decoder cannot depend on it.
    Reflect.deleteProperty(window, 'BarcodeDetector')
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    let shownImage: HTMLImageElement | null = null
    setInterval(() => {
      context.fillStyle = '#777'
      context.fillRect(0, 0, 640, 480)
      if (shownImage) context.drawImage(shownImage, 170, 90)
    }, 50)
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20)
    Object.assign(window, {
      showCode: async (source: string | null) => {
        const image = new Image()
        if (source) image.src = source
        if (source) await image.decode()
        shownImage = source ? image : null
      },
    })
  })
  return async function showCode(text: string | null) {
    const picture = text && (await QRCode.toDataURL(text, { width: 300, margin: 3 }))
    await page.evaluate(
      (source) => (window as unknown as { showCode: (s: string | null) => void }).showCode(source),
      picture,
    )
  }
}
