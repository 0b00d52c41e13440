import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'

// A browser's translation replaces text nodes that React still refers to. React then fails when the
// text is removed, or when an element is inserted before the text.

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

type Verdict = 'text' | 'element' | 'unknown'

const BRANCHES: Record<string, string[]> = {
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
}

/**
 * Returns `text` if an expression can be text, `element` if it contains JSX, otherwise `unknown`.
 */
function kindOf(node: Node): Verdict {
  if (node.type === 'JSXText') return String(node.value).trim() ? 'text' : 'unknown'
  if (node.type === 'JSXExpressionContainer') return kindOf(node.expression as Node)
  if (node.type === 'Literal') return typeof node.value === 'string' ? 'text' : 'unknown'
  if (['TemplateLiteral', 'BinaryExpression'].includes(node.type)) return 'text'
  if (node.type === 'LogicalExpression' && node.operator === '&&') return kindOf(node.right as Node)
  const kinds = (BRANCHES[node.type] ?? []).map((branch) => kindOf(node[branch] as Node))
  if (kinds.includes('text')) return 'text'
  return JSON.stringify(node).includes('"type":"JSX') ? 'element' : 'unknown'
}

const isConditional = ({ expression }: Node) => (expression as Node)?.type in BRANCHES

/** Whether React renders nothing for a node: line breaks between elements, and comments. */
const isNothing = (node: Node) =>
  (node.type === 'JSXText' && /^\s*\n\s*$/.test(String(node.value))) ||
  (node.expression as Node)?.type === 'JSXEmptyExpression'

/** Returns the children of an element on which React would fail after a translation. */
function breakingChildren(element: Node): Node[] {
  const children = (element.children as Node[]).filter((child) => !isNothing(child))
  if (children.length < 2) return []
  return children.filter((child, i) => {
    if (kindOf(child) !== 'text') return false
    if (isConditional(child) || element.type === 'JSXFragment') return true
    const before = children[i - 1]
    return before !== undefined && kindOf(before) === 'element' && isConditional(before)
  })
}

function elementsOf(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf)
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(elementsOf)
  const { type } = node as Node
  return type === 'JSXElement' || type === 'JSXFragment' ? [node as Node, ...inside] : inside
}

function breakingLines(name: string, source: string): string[] {
  return elementsOf(parseSync(name, source).program)
    .flatMap(breakingChildren)
    .map(({ start }) => `${name}:${source.slice(0, start).split('\n').length}`)
}

it.each([
  ['text that comes and goes', "<p><b/>{a && 'x'}</p>", 1],
  ['text that changes beside an element', "<p><b/>{a ? 'x' : `y`}</p>", 1],
  ['text after an element that comes and goes', '<p>{a && <b/>} x</p>', 1],
  ['text of a fragment, which goes without an element around it', '<p>{a && <>x <b/></>}</p>', 1],
  ['text in an element of its own', "<p>{a && <b/>}<span>x</span><i>{a && 'x'}</i></p>", 0],
  ['text before an element that comes and goes', '<p>x {a && <b/>}</p>', 0],
])('%s is reported only if React would fail after a translation', (_, jsx, count) =>
  expect(breakingLines('x.tsx', `const x = (a) => ${jsx}`)).toHaveLength(count),
)

it('text that changes next to an element has its own element on every screen', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(200)
  // Share pictures are drawn on the server, where no browser translates them.
  const screens = files.filter((file) => !file.includes('opengraph-image'))
  expect(screens.flatMap((file) => breakingLines(file, readFileSync(file, 'utf8')))).toEqual([])
})
