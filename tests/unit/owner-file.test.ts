import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { claim } from '@/scripts/lib/embedded-postgres'

const dir = mkdtempSync(join(tmpdir(), 'owner-'))
const file = join(dir, 'owner.pid')
afterAll(() => rmSync(dir, { recursive: true }))

/** Contents of the owner file at each instant when a file was created but not filled yet. */
const contents: string[] = []

vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>()
  const writeFileSync: typeof fs.writeFileSync = (path, data, options) => {
    const { flag = 'w' } = (options ?? {}) as { flag?: string }
    const fd = fs.openSync(path as string, flag)
    if (fs.existsSync(file)) contents.push(fs.readFileSync(file, 'utf8'))
    fs.writeFileSync(fd, data)
    fs.closeSync(fd)
  }
  return { ...fs, writeFileSync }
})

it('the owner file is never empty, and a second claim does not change the file', () => {
  expect(claim(file)).toBe(null)
  const ownContent = readFileSync(file, 'utf8')
  expect(ownContent).toMatch(new RegExp(`^${process.pid}\\n`))
  expect(claim(file)).toBe(null)
  expect(contents).not.toContain('')
  expect(readFileSync(file, 'utf8')).toBe(ownContent)
})

it('the claim of a process that has ended is replaced', () => {
  writeFileSync(file, '999999999\nanother boot')
  expect(claim(file)).toBe(null)
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid}\\n`))
})
