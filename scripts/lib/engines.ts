import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './packages'

const LIBRARIES = '/usr/lib'
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

/**
 * Returns the programs of WebKit and Firefox that are installed; null for a browser that is
 * missing.
 */
export function findEngines() {
  const browsers = existsSync(LIBRARIES)
    ? readdirSync(LIBRARIES).map((dir) => join(LIBRARIES, dir, 'webkit2gtk-4.1/MiniBrowser'))
    : []
  const browser = browsers.find(existsSync)
  const screen = ['/usr/bin/Xvfb', '/usr/local/bin/Xvfb'].find(existsSync)
  const firefox = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path && existsSync(path),
  )
  const hasWebkit = browser && screen && existsSync(WEBKIT_DRIVER)
  return {
    webkit: hasWebkit ? { browser, screen, driver: WEBKIT_DRIVER } : null,
    firefox: firefox ?? null,
  }
}

/**
 * Installs WebKit and Firefox with the package manager of the system if one is missing. Returns a
 * sentence for each browser that is still missing.
 */
export async function ensureEngines(): Promise<string[]> {
  const before = findEngines()
  if (!before.webkit || !before.firefox)
    await installPackages('WebKit and Firefox', ['webkit2gtk-driver', 'xvfb', 'firefox-esr'])
  const { webkit, firefox } = findEngines()
  return [
    ...(webkit ? [] : ['WebKit is missing (webkit2gtk-driver, xvfb): its tests are skipped.']),
    ...(firefox ? [] : ['Firefox is missing (firefox-esr): its tests are skipped.']),
  ]
}
