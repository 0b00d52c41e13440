import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { NODE_RELEASES } from '@/scripts/lib/node-releases'

const read = (file: string) => readFileSync(file, 'utf8')

// Rule 14.10: the minimum and the recommended release of Node.js.
it('the start requires the oldest tested Node.js, Dockerfile and docs recommend the newest', () => {
  const [oldest = '', newest = ''] = [NODE_RELEASES[0], NODE_RELEASES.at(-1)]
  const [major, minor] = oldest.split('.')
  expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${major}.${minor}`)
  expect(read('scripts/bootstrap.mjs')).toContain(`Node ${major}.${minor} or newer is needed`)
  const line = newest.split('.')[0]
  expect(read('deploy/Dockerfile')).toContain(`node:${newest}-slim`)
  for (const file of ['README.md', 'docs/operate/deploy.md', 'docs/operate/upgrade.md'])
    expect(read(file), file).toMatch(new RegExp(`(Node |\\*\\*|: )${line}\\b`))
})
