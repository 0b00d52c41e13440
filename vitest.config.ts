import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

const project = (name: string, more: object = {}) => ({
  resolve: { alias },
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...more },
})

const withDatabase = { globalSetup: 'tests/support/global-postgres.ts' }

export default defineConfig({
  test: {
    // By itself one less than there are cores; most tests wait for the database, not for a core.
    maxWorkers: 2,
    projects: [
      project('unit', { testTimeout: 30_000 }),
      project('integration', {
        ...withDatabase,
        setupFiles: 'tests/support/integration-setup.ts',
        testTimeout: 30_000,
      }),
      project('engines', { ...withDatabase, testTimeout: 300_000, hookTimeout: 120_000 }),
      project('system', { ...withDatabase, testTimeout: 600_000, hookTimeout: 120_000 }),
    ],
  },
})
