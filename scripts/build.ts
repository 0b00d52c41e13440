import { buildIfStale } from './lib/build'
import { runCommand } from './lib/say'

/** `npm run build`: what the start would do first, where a service or a container only starts. */
await runCommand(() => buildIfStale())
