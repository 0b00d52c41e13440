import { buildIfStale } from './lib/build'
import { runCommand } from './lib/command'

/**
 * `npm run build`: builds in advance what `npm start` would build first, for services and
 * containers that only start the server.
 */
await runCommand(() => buildIfStale())
