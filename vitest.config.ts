import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

// Limits of time are none of the assertions: they only end what will never come, on however slow
// a machine.
const expect = { poll: { timeout: 90_000 } }

const project = (name: string, more: object = {}) => ({
  resolve: { alias },
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], expect, ...more },
})

const withDatabase = { globalSetup: 'tests/support/global-postgres.ts' }

export default defineConfig({
  test: {
    // By itself one less than there are cores; most tests wait for the database, not for a core.
    maxWorkers: 2,
    projects: [
      project('unit', { testTimeout: 120_000 }),
      project('integration', {
        ...withDatabase,
        setupFiles: 'tests/support/integration-setup.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project('engines', { ...withDatabase, testTimeout: 300_000, hookTimeout: 120_000 }),
      project('system', { ...withDatabase, testTimeout: 600_000, hookTimeout: 120_000 }),
    ],
  },
})
