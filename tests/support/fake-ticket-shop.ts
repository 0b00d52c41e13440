import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Script of a fake ticket shop: fills its element with the offer after 50 ms. */
const widget = `
  const me = document.currentScript
  const draw = () => {
    const shop = document.createElement('section')
    shop.style.height = '420px'
    shop.textContent = 'Prodaja: ' + me.dataset.event + ' / ' + me.parentElement.dataset.event
    document.getElementById('ticket-widget').append(shop)
  }
  setTimeout(draw, 50)
`

/**
 * Starts a fake ticket shop on loopback. `requests` records the URL, Referer and Cookie of each
 * request.
 */
export async function startFakeShop() {
  const requests: { url: string; referer?: string; cookie?: string }[] = []
  const server = createServer((request, response) => {
    const { referer, cookie } = request.headers
    requests.push({ url: request.url ?? '', referer, cookie })
    response.setHeader('content-type', 'text/javascript')
    response.end(widget)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, close: () => server.close() }
}
