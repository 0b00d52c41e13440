import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * Starts a minimal connection pooler. Each client opens its own connection to PostgreSQL to sign
 * in. In `session` mode the connection stays with the client. In `transaction` mode it joins a
 * shared pool, and each transaction gets the connection that was freed last, as with PgBouncer.
 */
export async function startPooler(databaseUrl: string, mode: 'session' | 'transaction') {
  const { hostname, port } = new URL(databaseUrl)
  const idle: Backend[] = []
  const queue: ((backend: Backend) => void)[] = []
  const release = (backend: Backend) => {
    backend.onData = () => {}
    const next = queue.shift()
    if (next) next(backend)
    else idle.push(backend)
  }
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const ownBackend = backendAt(Number(port), hostname)
    for (const socket of [client, ownBackend.socket]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    let current: Backend | null = ownBackend
    let isSignedIn = false
    let queued: Buffer[] = []
    const serve = (backend: Backend) => {
      current = backend
      backend.onData = (bytes, isFree) => {
        client.write(bytes)
        if (mode === 'session' || !isFree) return
        // The client is signed in. Until now its messages went to its own connection.
        isSignedIn = true
        current = null
        release(backend)
        if (queued.length > 0) requestBackend()
      }
      for (const bytes of queued.splice(0)) backend.socket.write(bytes)
    }
    const requestBackend = () => {
      const free = idle.pop()
      if (free) serve(free)
      else queue.push(serve)
    }
    serve(ownBackend)
    client.on('data', (bytes) => {
      if (current) return current.socket.write(bytes)
      // A Terminate message concerns the client only; the pooled connection stays open.
      if (isSignedIn && bytes[0] === 'X'.charCodeAt(0)) return
      queued.push(bytes)
      if (queued.length === 1) requestBackend()
    })
    client.on('close', () => {
      queued = []
      if (mode === 'session') ownBackend.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as { port: number }).port)
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: url.href, stop }
}

interface Backend {
  socket: Socket
  /** Receives bytes from the server, and whether no transaction is open after them. */
  onData: (bytes: Buffer, isFree: boolean) => void
}

/**
 * Connects to a server and reads its messages: `Z` (ReadyForQuery) with `I` means that no
 * transaction is open.
 */
function backendAt(port: number, host: string): Backend {
  const socket = dial(port, host)
  const backend: Backend = { socket, onData: () => {} }
  let buffered = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    buffered = Buffer.concat([buffered, bytes])
    let isFree = false
    let end = 0
    while (buffered.length >= end + 5) {
      const length = buffered.readUInt32BE(end + 1) + 1
      if (buffered.length < end + length) break
      isFree = buffered.toString('latin1', end, end + 1) === 'Z' && buffered[end + 5] === 73
      end += length
    }
    const complete = buffered.subarray(0, end)
    buffered = buffered.subarray(end)
    if (end > 0) backend.onData(Buffer.from(complete), isFree)
  })
  return backend
}
