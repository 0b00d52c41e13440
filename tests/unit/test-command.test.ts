import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { secondTryProblems } from '@/tests/run/history'
import { LevelReport, levelLine } from '@/tests/run/report'
import { readSelection } from '@/tests/run/selection'
import { narrowToChanged, readCovers } from '@/tests/run/touched'

const FILES = [
  'tests/unit/mail.test.ts',
  'tests/integration/own-ticket.test.ts',
  'tests/system/own-ticket.test.ts',
  'tests/e2e/desk.spec.ts',
]
const read = (...args: string[]) => readSelection(args, FILES)

it('npm test runs the fast levels without arguments, and all levels with “full”', () => {
  expect(read()).toMatchObject({
    isFull: false,
    levels: ['static', 'unit', 'integration', 'site', 'browser'],
  })
  expect(read('full').levels).toEqual(
    expect.arrayContaining(['system', 'engines', 'chaos', 'node']),
  )
})

it('an argument of npm test selects a level, a file, a line or a test title', () => {
  expect(read('browser')).toMatchObject({ isFull: false, levels: ['browser'], files: {} })
  expect(read('desk.spec.ts:25')).toMatchObject({
    isFull: true,
    levels: ['browser'],
    files: { browser: ['tests/e2e/desk.spec.ts:25'] },
  })
  expect(read('own-ticket.test.ts').levels).toEqual(['integration', 'system'])
  expect(read('system/own-ticket.test.ts').levels).toEqual(['system'])
  expect(read('-g', 'sells once')).toMatchObject({
    pattern: 'sells once',
    levels: ['unit', 'integration', 'site', 'browser'],
  })
  expect(read('full', 'repeat:20', 'desk.spec.ts:90')).toMatchObject({
    repeats: 20,
    files: { browser: ['tests/e2e/desk.spec.ts:90'] },
  })
  expect(read('chaos:600')).toMatchObject({ levels: ['chaos'], chaosSeconds: 600 })
})

it('an argument that is neither a level nor a file is refused with the list of levels', () => {
  expect(() => read('bowser')).toThrow(/no level and no test file “bowser”.*browser/)
})

it('“touched” narrows the fast levels to the tests of the changed files', () => {
  const covers = {
    'tests/e2e/cash.spec.ts': ['components/admin/cash', 'lib/cash'],
    'tests/e2e/desk.spec.ts': ['components/admin/desk'],
    'tests/site/csp.test.ts': [],
  }
  const touched = (...changed: string[]) => narrowToChanged(read('touched'), changed, covers)
  expect(touched('lib/cash/rules.ts')).toMatchObject({
    levels: ['static', 'unit', 'integration', 'browser'],
    related: ['lib/cash/rules.ts'],
    files: { browser: ['tests/e2e/cash.spec.ts'], site: [] },
  })
  expect(touched('lib/cashier.ts').levels).toEqual(['static', 'unit', 'integration'])
  expect(touched('tests/site/csp.test.ts').files.site).toEqual(['tests/site/csp.test.ts'])
  expect(touched('README.md').levels).toEqual(['static'])
})

it('each browser and site test file declares which paths it covers, and the paths exist', () => {
  const covers = Object.entries(readCovers())
  expect(covers.filter(([, covered]) => covered.length === 0)).toEqual([])
  const lost = covers.flatMap(([file, covered]) =>
    covered.filter((path) => !existsSync(path)).map((path) => `${file}: ${path}`),
  )
  expect(lost).toEqual([])
})

it('at most three browser tests may need a second try, and no test twice within ten runs', () => {
  expect(secondTryProblems(['a', 'b', 'c'], [])).toEqual([])
  expect(secondTryProblems(['a', 'b', 'c', 'd'], [])).toEqual([
    '4 browser tests needed a second try; at most 3 may',
  ])
  const nineRuns = [['a'], [], [], [], [], [], [], [], []]
  expect(secondTryProblems(['a'], nineRuns)).toEqual([
    'a needed a second try twice within ten runs',
  ])
  expect(secondTryProblems(['a'], [...nineRuns, []])).toEqual([])
})

it('the report has one line per level, with failures and second tries', () => {
  const level = new LevelReport()
  level.passed = 1176
  expect(levelLine('unit', level, 12.4)).toMatch(/^✓ unit +1,176 +12 s$/)
  level.secondTry('a')
  expect(levelLine('browser', level, 205)).toMatch(/^✓ browser .* 1 at its second try$/)
  level.fail('b')
  expect(levelLine('browser', level, 205)).toMatch(/^✗ browser .* 1 failed +1 at its second try$/)
})
