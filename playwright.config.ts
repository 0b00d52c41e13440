import { defineConfig } from '@playwright/test'
import { WORKERS } from './tests/support/shared-festivals'

/** What a browser needs on a closed network and, in a container, as root. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Letters as wide as on a phone, not pushed to whole pixels.
  '--font-render-hinting=none',
]

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/shared-festivals.ts',
  workers: WORKERS,
  // A test that passes at its second try counts as passed and is named at the end of the run.
  retries: 1,
  fullyParallel: false,
  // Time limits are none of the assertions: they only end what will never come.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
    // Dialogs and menus are there at once. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker fetches all pages and pictures, and no test can hold back what it answers.
    // Tests of workers allow them.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // What a test did is recorded by `npx playwright test --trace on`: recording all costs a fifth.
    trace: 'off',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: BROWSER_ARGS },
  },
})
