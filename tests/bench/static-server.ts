import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@/scripts/lib/embedded-postgres'

const SERVER = `
  const bytes = require('node:fs').readFileSync(0)
  const [port, type] = process.argv.slice(1)
  require('node:http').createServer((_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
  }).listen(port, '127.0.0.1', () => process.stdout.write('ready'))`

/**
 * Baseline of a page: serves the bytes of its response from memory with plain node:http, in a child
 * process.
 */
export async function serveStatic(address: string) {
  const response = await fetch(address)
  const port = String(await freePort())
  const type = response.headers.get('content-type') ?? 'text/html'
  const child = spawn(process.execPath, ['-e', SERVER, port, type], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(Buffer.from(await response.arrayBuffer()))
  await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}
