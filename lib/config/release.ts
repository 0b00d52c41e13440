import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of a file in the build folder. */
const buildPath = (file: string) => join(process.cwd(), process.env.BUILD_DIR || '.next', file)

/**
 * Returns the path of a bundled service worker, or of their folder. Development has a folder of its
 * own, so it never overwrites the production build.
 */
export const workerPath = (mode: string | undefined, name = '') =>
  buildPath(join(mode === 'development' ? 'workers.dev' : 'workers', name))

/** Reads the id of the current build; `development` when there is no build. */
export const readBuildId = () =>
  existsSync(buildPath('BUILD_ID'))
    ? readFileSync(buildPath('BUILD_ID'), 'utf8').trim()
    : 'development'

/** Id of the build that this instance serves. */
export const BUILD_ID = readBuildId()
