import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const pages = ['.', 'docs', 'db'].flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
)

const textOf = (page: string) => readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '')

/** Returns the anchors of a page, which Markdown readers derive from its headings. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

const isThere = (page: string, link: string) => {
  const [path = '', anchor] = link.split('#')
  const target = path ? join(dirname(page), path) : page
  return existsSync(target) && (!anchor || anchorsOf(target).includes(anchor))
}

it('every link of the docs leads to an existing file and heading', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !isThere(page, link))
      .map((link) => `${page}: ${link}`),
  )
  expect(pages).toContain('README.md')
  expect(broken).toEqual([])
})

it('the example of a write in CONTRIBUTING.md is the code', () => {
  const [, example = ''] =
    /```ts\n(export function sellTicket.*?)```/s.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? []
  expect(readFileSync('lib/guests/sell-ticket.ts', 'utf8')).toContain(example || 'no example')
})
