import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { print, UserError } from './command'
import { installPackages } from './packages'

/** Headless Chromium: the same engine, and twice as fast in tests. */
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

const findChromium = () =>
  [process.env.CHROMIUM_PATH ?? '', ...INSTALLED, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )

/**
 * Returns the path of a Chromium for the tests: CHROMIUM_PATH, else the headless shell if the
 * package manager of the system provides it, else another installed one, else the download of
 * Playwright. Throws a UserError if there is none.
 */
export async function ensureChromium(): Promise<string> {
  if (!process.env.CHROMIUM_PATH && !existsSync(SHELL))
    await installPackages('Chromium', ['chromium-headless-shell'])
  const path = findChromium() ?? (await download())
  if (!path)
    throw new UserError(
      'No Chromium could be found or installed: install one, or set CHROMIUM_PATH to its program.',
    )
  return path
}

async function download() {
  await installPackages('Chromium', ['chromium'])
  if (findChromium()) return findChromium()
  print('Downloading a Chromium for the browser tests…')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 180_000 })
  return findChromium()
}
