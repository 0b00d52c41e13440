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

it('chooses the fast levels without arguments, and all levels in full', () => {
  expect(read()).toMatchObject({
    isFull: false,
    levels: ['static', 'unit', 'integration', 'site', 'browser'],
  })
  expect(read('full').levels).toEqual(
    expect.arrayContaining(['system', 'engines', 'chaos', 'node']),
  )
})

it('chooses a level, a file, a line or a name', () => {
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

it('names the levels when an argument is neither level nor file', () => {
  expect(() => read('bowser')).toThrow(/no level and no test file “bowser”.*browser/)
})

it('narrows the fast levels to what changed', () => {
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

it('says of each browser and site test file what it covers, by paths that are there', () => {
  const covers = Object.entries(readCovers())
  expect(covers.filter(([, covered]) => covered.length === 0)).toEqual([])
  const lost = covers.flatMap(([file, covered]) =>
    covered.filter((path) => !existsSync(path)).map((path) => `${file}: ${path}`),
  )
  expect(lost).toEqual([])
})

it('lets three browser tests need a second try, and no test twice within ten runs', () => {
  expect(secondTryProblems(['a', 'b', 'c'], [])).toEqual([])
  expect(secondTryProblems(['a', 'b', 'c', 'd'], [])).toEqual([
    '4 browser tests needed a second try; 3 may',
  ])
  const nineRuns = [['a'], [], [], [], [], [], [], [], []]
  expect(secondTryProblems(['a'], nineRuns)).toEqual([
    'a needed a second try twice within ten runs',
  ])
  expect(secondTryProblems(['a'], [...nineRuns, []])).toEqual([])
})

it('prints a line per level, with failures and second tries', () => {
  const level = new LevelReport()
  level.passed = 1176
  expect(levelLine('unit', level, 12.4)).toMatch(/^✓ unit +1,176 +12 s$/)
  level.secondTry('a')
  expect(levelLine('browser', level, 205)).toMatch(/^✓ browser .* 1 at its second try$/)
  level.fail('b')
  expect(levelLine('browser', level, 205)).toMatch(/^✗ browser .* 1 failed +1 at its second try$/)
})
