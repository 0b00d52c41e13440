import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
} from 'node:http2'
import { connect as connectTls } from 'node:tls'

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface ProxyResponse {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

export const json = ({ bytes }: ProxyResponse) => JSON.parse(bytes.toString())

/** Maximum number of requests per connection. nginx closes a connection after a thousand. */
const MAX_REQUESTS_PER_CONNECTION = 500

/** HTTP/2 client over TLS. A request rejects if its response is cut off. */
export class Visitor {
  private session: ClientHttp2Session | undefined
  private requestCount = 0

  constructor(
    private readonly port: number,
    private readonly ca: Buffer,
    private readonly from: string,
  ) {}

  private openStream({ method = 'GET', headers = {}, body }: RequestOptions, path: string) {
    if (
      !this.session ||
      this.session.closed ||
      this.session.destroyed ||
      this.requestCount > MAX_REQUESTS_PER_CONNECTION
    )
      this.connect()
    this.requestCount++
    const stream = (this.session as ClientHttp2Session).request(
      { ':method': method, ':path': path, ...headers },
      { endStream: body === undefined },
    )
    if (body !== undefined) stream.end(body)
    return stream
  }

  private connect() {
    this.session?.close()
    const { port, ca, from } = this
    // The types of Node.js lack `localAddress`; a variable of its own avoids the type error.
    const tlsOptions = {
      host: '127.0.0.1',
      port,
      ca,
      localAddress: from,
      servername: 'localhost',
      ALPNProtocols: ['h2'],
    }
    const session = connect(`https://localhost:${port}`, {
      maxSessionMemory: 200,
      createConnection: () => connectTls(tlsOptions),
    })
    // Requests in progress on this connection reject by themselves.
    session.on('error', () => {})
    session.on('goaway', () => session.close())
    this.session = session
    this.requestCount = 0
  }

  async request(path: string, options: RequestOptions = {}): Promise<ProxyResponse> {
    const stream = this.openStream(options, path)
    const headers = await headersOf(stream)
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    if (stream.rstCode !== 0) throw new Error(`cut off (${stream.rstCode})`)
    return { status: headers[':status'] ?? 0, headers, bytes: Buffer.concat(chunks) }
  }

  /**
   * Requests an endless response. Returns its status, the text so far, and a function that closes
   * it.
   */
  async listen(path: string, options: RequestOptions = {}) {
    const stream = this.openStream(options, path)
    const headers = await headersOf(stream)
    let text = ''
    stream.on('data', (chunk) => {
      text += chunk
    })
    stream.on('error', () => {})
    return { status: headers[':status'], text: () => text, close: () => stream.close() }
  }

  close() {
    this.session?.destroy()
  }
}

const headersOf = (stream: ClientHttp2Stream) =>
  new Promise<IncomingHttpHeaders & { ':status'?: number }>((resolve, reject) => {
    stream.once('response', resolve)
    stream.once('error', reject)
    stream.once('close', () => reject(new Error(`cut off (${stream.rstCode})`)))
  })
