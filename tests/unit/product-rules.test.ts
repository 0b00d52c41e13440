import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const RULES = 'docs/product.md'

/**
 * Rules that no test cites, by the reason. Delete a rule's number here when a test cites the rule.
 */
const WITHOUT_TEST = {
  'holds by what is absent or by a name, which the described answers hold': '10.10 10.12',
  'a duration of the browser, which a test would have to wait for': '14.3 14.4',
  'a size that the bench measures': '14.9',
  'a judgement': '8.19',
  'a failure that a test cannot cause from outside': '6.7',
}

const FOLDERS = ['app', 'components', 'db', 'deploy', 'docs', 'emails', 'lib', 'scripts', 'tests']
const AT_ROOT = ['proxy.ts', 'instrumentation.ts', 'README.md', 'CONTRIBUTING.md']
const IGNORED_FILES = [RULES, 'tests/unit/product-rules.test.ts']

const textOf = (file: string) => readFileSync(file, 'utf8')

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
)
  .concat(AT_ROOT)
  .filter((file) => /\.(ts|tsx|mjs|js|css|html|md)$/.test(file) && !IGNORED_FILES.includes(file))
  .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())

const SEPARATOR = String.raw`[\s*/]+`
const CITATION = new RegExp(
  String.raw`\b[Rr]ules?${SEPARATOR}(\d+\.\d+(?:(?:,${SEPARATOR}|${SEPARATOR}and${SEPARATOR})\d+\.\d+)*)`,
  'g',
)

/** Rules that a file cites as 'rule 4.12' or 'rules 4.1, 4.2 and 4.3', also across a line break. */
const cited = files.flatMap((file) =>
  [...textOf(file).matchAll(CITATION)].flatMap(([, list = '']) =>
    (list.match(/\d+\.\d+/g) ?? []).map((rule) => ({ rule, file })),
  ),
)

const text = textOf(RULES)
const written = [...text.matchAll(/^\*\*(\d+\.\d+)\*\* /gm)].map(([, rule = '']) => rule)

it('docs/product.md numbers each rule once, in ascending order', () => {
  const numbers = written.map((rule) => rule.split('.').map(Number))
  const sorted = numbers.toSorted(([a = 0, i = 0], [b = 0, j = 0]) => a - b || i - j)
  expect(numbers).toEqual(sorted)
  expect(new Set(written).size).toBe(written.length)
})

it('docs/product.md has every rule that code, tests and docs cite', () => {
  expect(cited.filter(({ rule }) => !written.includes(rule))).toEqual([])
})

it('each rule that no test cites is listed with the reason, and no other rule is listed', () => {
  const tested = cited.filter(({ file }) => file.startsWith('tests/')).map(({ rule }) => rule)
  const listed = Object.values(WITHOUT_TEST).flatMap((rules) => rules.split(' '))
  expect(listed.toSorted()).toEqual(written.filter((rule) => !tested.includes(rule)).toSorted())
})

/** Matches a text in quotes. An apostrophe inside a word does not start a quote. */
const QUOTATION = /(?<=[\s(])'([^']+)'(?=[\s.,;:)|])/g

it('each sentence that a rule quotes is in the code, letter by letter', () => {
  const code = files
    .filter((file) => /^(app|components|emails|lib)\//.test(file))
    .map(textOf)
    .join('\n')
    .replace(/\s+/g, ' ')
  const sentences = [...text.slice(text.indexOf('\n**1.1**')).matchAll(QUOTATION)]
    .flatMap(([, sentence = '']) => sentence.replace(/\s+/g, ' ').split(/\{[^}]*\}/))
    .map((part) => part.trim())
    .filter((part) => part.includes(' '))
  expect(sentences.length).toBeGreaterThan(60)
  expect(sentences.filter((part) => !code.includes(part))).toEqual([])
})
