import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a ticket shop's script does: fills its element, after `ms`, with what is for sale. */
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

/** A ticket shop on loopback that plays the third party, and notes who asked it for what. */
export async function startFakeShop() {
  const asked: { url: string; referer?: string; cookie?: string }[] = []
  const server = createServer((request, response) => {
    const { referer, cookie } = request.headers
    asked.push({ url: request.url ?? '', referer, cookie })
    response.setHeader('content-type', 'text/javascript')
    response.end(widget)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, close: () => server.close() }
}
