import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') }

// Time limits are not assertions. They only end a test that would otherwise wait forever.
const expect = { poll: { timeout: 90_000 } }

const project = (name: string, more: object = {}) => ({
  resolve: { alias },
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], expect, ...more },
})

/** Settings for tests that start instances of the built application. Such tests take minutes. */
const withInstances = {
  maxWorkers: 2,
  globalSetup: 'tests/support/global-postgres.ts',
  testTimeout: 600_000,
  hookTimeout: 120_000,
}

const unit = { testTimeout: 120_000, hookTimeout: 120_000 }

/**
 * Files that run isolated: they replace a module (`vi.mock`) or a setting that another file may
 * have loaded.
 */
const UNIT_APART = [
  'gate-disk',
  'manifest',
  'owner-file',
  'process-singleton',
  'sign-in-rules',
  'webhooks',
].map((name) => `tests/unit/${name}.test.ts`)

/**
 * Files that run isolated, each with a database of its own. They change settings, end the
 * connection pool, change tables, add 20,000 rows, or start what an instance keeps running (feeds,
 * timers, caches of the night).
 */
const INTEGRATION_APART = [
  'artwork',
  'background',
  'capacity',
  'failover',
  'fullness',
  'gate-roster',
  'leaderboard',
  'live-lists',
  'mail-batches',
  'mail-sending',
  'mail-webhook',
  'night-board',
  'outage',
  'outage-embedded',
  'own-ticket',
  'phase',
  'pooler',
  'restore',
  'sign-in',
  'signals',
  'sponsors',
  'unseen-column',
  'users',
  'wallet',
  'webhooks',
].map((name) => `tests/integration/${name}.test.ts`)

const withDatabase = { globalSetup: 'tests/support/global-postgres.ts' }

const integration = { ...withDatabase, testTimeout: 120_000, hookTimeout: 120_000 }

/** Files that mostly wait for real time, such as a timeout or a stopped database. */
const WAITING = /\/(deadlines|gate-disk|gate-phone|outage|phase)\.test\.ts$/

/** Starts the waiting files of a project first, so that at the end no worker only waits. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (WAITING.test(moduleId) ? 0 : 1)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // Four workers instead of Vitest's default (cores minus one), because most tests wait for the
    // database or a timer.
    maxWorkers: 4,
    tags: [{ name: 'full', description: 'Only in npm run test:full.' }],
    projects: [
      // Files share their loaded modules, which halves the processor time.
      project('unit', { ...unit, isolate: false, exclude: UNIT_APART }),
      project('unit-apart', { ...unit, include: UNIT_APART }),
      project('integration', {
        ...integration,
        isolate: false,
        setupFiles: 'tests/support/integration-setup.ts',
        exclude: INTEGRATION_APART,
      }),
      project('integration-apart', {
        ...integration,
        setupFiles: 'tests/support/integration-apart-setup.ts',
        include: INTEGRATION_APART,
      }),
      project('engines', { ...withDatabase, testTimeout: 300_000, hookTimeout: 120_000 }),
      project('site', { ...withInstances, maxWorkers: 3 }),
      project('system', withInstances),
    ],
  },
})
