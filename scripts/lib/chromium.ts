import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { installPackages } from './packages'
import { print, UserError } from './say'

/** Chromium without its windows: the same engine, and twice as quick to test in. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell'
const INSTALLED = [
  SHELL,
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
 * A browser for the tests, by its path: the one that is named, the quick one where the system's
 * package manager gives it, any other that is installed, then Playwright's own download.
 */
export async function ensureChromium(): Promise<string> {
  if (!process.env.CHROMIUM_PATH && !existsSync(SHELL))
    await installPackages('Chromium', ['chromium-headless-shell'])
  const path = found() ?? (await download())
  if (!path)
    throw new UserError(
      'No Chromium could be found or installed: install one, or set CHROMIUM_PATH to its program.',
    )
  return path
}

async function download() {
  await installPackages('Chromium', ['chromium'])
  if (found()) return found()
  print('Downloading a Chromium for the browser tests…')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 180_000 })
  return found()
}
