import { startEmbeddedPostgres } from '@/scripts/lib/embedded-postgres'

// A process that owns an embedded database, for tests that kill it: node embedded-owner.ts DIR
const [dir = ''] = process.argv.slice(2)
const { url } = await startEmbeddedPostgres(dir, 'x')
process.stdout.write(`up at ${url}\n`)
setInterval(() => {}, 1_000)
