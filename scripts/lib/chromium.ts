import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { installPackages } from './packages'
import { StartProblem, say } from './say'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const found = () =>
  [process.env.CHROMIUM_PATH ?? '', ...INSTALLED, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )

/**
 * A browser for the tests: one that is installed, then Playwright's own download, then
 * the system's package manager. Returns its path.
 */
export function ensureChromium(): string {
  const path = found() ?? download() ?? installPackage()
  if (!path)
    throw new StartProblem(
      'No Chromium could be found or installed: install one, or set CHROMIUM_PATH to its program.',
    )
  return path
}

function download() {
  say('Downloading a Chromium for the browser tests…')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 180_000 })
  return found()
}

function installPackage() {
  installPackages('Chromium', ['chromium'])
  return found()
}
