import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

// Time limits are none of the assertions: they only end what will never come.
const expect = { poll: { timeout: 90_000 } }

const project = (name: string, more: object = {}) => ({
  resolve: { alias },
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], expect, ...more },
})

/** Instances of the built product, killed, doubled or asked at length: minutes each. */
const withInstances = {
  globalSetup: 'tests/support/global-postgres.ts',
  testTimeout: 600_000,
  hookTimeout: 120_000,
}

const withDatabase = { globalSetup: 'tests/support/global-postgres.ts' }

export default defineConfig({
  test: {
    // The default is one less than there are cores. Most tests wait for the database.
    maxWorkers: 2,
    tags: [{ name: 'full', description: 'Only in npm run test:full.' }],
    projects: [
      project('unit', { testTimeout: 120_000 }),
      project('integration', {
        ...withDatabase,
        setupFiles: 'tests/support/integration-setup.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project('engines', { ...withDatabase, testTimeout: 300_000, hookTimeout: 120_000 }),
      project('site', withInstances),
      project('system', withInstances),
    ],
  },
})
