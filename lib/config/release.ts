import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(process.cwd(), process.env.BUILD_DIR || '.next', 'BUILD_ID')

/** Id of the build that this instance serves; `development` when there is no build. */
export const BUILD_ID = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim() : 'development'
