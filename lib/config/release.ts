import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(process.cwd(), process.env.BUILD_DIR || '.next', 'BUILD_ID')

/** The build that this instance serves; there is none while the product is being written. */
export const BUILD_ID = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim() : 'development'
