import { defineConfig } from '@playwright/test'
import { WORKERS } from './tests/support/shared-festivals'

/** Chromium flags for a machine without internet access, and for running as root in a container. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Turns font hinting off, so that letters have the same widths as on a phone.
  '--font-render-hinting=none',
]

/**
 * Chromium flags of the tests, without optimizing compilers: most pages are closed before the code
 * that the compilers made would run. Benchmarks use `BROWSER_ARGS`.
 */
export const TEST_BROWSER_ARGS = [...BROWSER_ARGS, '--js-flags=--no-opt --no-maglev']

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/shared-festivals.ts',
  workers: WORKERS,
  // Repeats a failed test once. A test that then passes counts as passed and is listed at the end.
  retries: 1,
  fullyParallel: false,
  // Time limits are not assertions. They only end a test that would otherwise wait forever.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
    // Makes dialogs and menus appear without animation. Tests of animations turn motion on again.
    contextOptions: { reducedMotion: 'reduce' },
    // Blocks service workers: a service worker would fetch all pages and pictures, and a test
    // cannot delay its responses. Tests of service workers allow them.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Records no traces, because recording all tests costs a fifth of the time. The option `--trace
    // on` turns them on.
    trace: 'off',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: TEST_BROWSER_ARGS },
  },
})
