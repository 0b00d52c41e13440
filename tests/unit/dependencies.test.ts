import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dependencyProblems, isAllowed } from '@/scripts/lib/dependencies'

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['MIT and ISC', true],
  ['GPL-3.0-or-later', false],
  ['MIT AND AGPL-3.0', false],
  ['SEE LICENSE IN LICENSE.txt', false],
  ['UNLICENSED', false],
])('the licence %s is allowed: %s', (expression, allowed) =>
  expect(isAllowed(expression)).toBe(allowed),
)

it('lists the problems of each package in the lock file', () => {
  const root = mkdtempSync(join(tmpdir(), 'packages-'))
  const write = (path: string, value: object) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(value))
  }
  const integrity = 'sha512-x'
  write('package-lock.json', {
    packages: {
      '': { name: 'this' },
      'node_modules/good': { version: '1.0.0', integrity, license: 'MIT' },
      'node_modules/good/node_modules/@a/b': { version: '1.0.0', integrity, license: 'AGPL-3.0' },
      'node_modules/good/node_modules/c': { version: '1.0.0', inBundle: true, license: 'MIT' },
      'node_modules/loose': { version: '1.0.0', resolved: 'git+ssh://x', license: 'MIT' },
      'node_modules/silent': { version: '1.0.0', integrity },
      'node_modules/swapped': { version: '1.0.0', integrity, license: 'MIT' },
    },
  })
  write('node_modules/good/package.json', { version: '1.0.0', license: 'MIT' })
  write('node_modules/swapped/package.json', { version: '1.0.1', license: 'UNLICENSED' })
  try {
    expect(dependencyProblems(root)).toEqual([
      expect.stringMatching(/@a\/b has the licence "AGPL-3.0"/),
      expect.stringMatching(/loose is downloaded from git\+ssh:\/\/x .* no hash/),
      expect.stringMatching(/silent has the licence "none/),
      expect.stringMatching(/swapped has the licence "UNLICENSED"/),
      expect.stringMatching(/swapped is installed as 1.0.1, but package-lock.json has 1.0.0/),
    ])
  } finally {
    rmSync(root, { recursive: true })
  }
})
