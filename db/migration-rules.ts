import { createHash } from 'node:crypto'

/** A migration as it stands in its file. */
export interface Migration {
  /** The file's name without its ending. */
  tag: string
  text: string
}

/**
 * What has been released, which no file may change any more: every database remembers the hashes
 * and would be refused. Migrations behind these must keep the rules below.
 */
export const RELEASED = {
  count: 35,
  hash: '3a357daa7a96585581718a3aa03e5ff97dc19c1520f10107bda820193b9ca551',
}

export const hashOf = (migrations: Migration[]) =>
  createHash('sha256')
    .update(migrations.map(({ text }) => text).join('\0'))
    .digest('hex')

/**
 * Why no instance of the release before may run while this migration is applied and afterwards;
 * null where it may. The first line says so: `-- stop: guests are counted in another way`.
 */
export const stopReason = (text: string) => /^-- stop: (\S.*)$/.exec(firstLine(text))?.[1] ?? null

/** An author's word that a statement is none of those that it looks like: `-- rolling: why`. */
const rollingReason = (text: string) => /^-- rolling: (\S.*)$/.exec(firstLine(text))?.[1] ?? null

const firstLine = (text: string) => text.slice(0, text.search(/\n|$/))

/** Each with what an instance that knows nothing of it would run into. */
const BREAKING: [statement: RegExp, why: string][] = [
  [
    /\bdrop\s+(table|column|view|type|domain|schema|sequence|function|procedure|trigger|extension)\b/i,
    'it reads, calls or relies on that',
  ],
  [/\brename\s+(to|column|constraint|value|attribute)\b/i, 'it knows the name from before'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'it reads and writes the type from before'],
  [/\bset\s+not\s+null\b/i, 'it may write nothing there'],
  [/\bdrop\s+(default|identity|expression)\b/i, 'it leaves that to the database'],
  [/\bset\s+generated\b|\badd\s+generated\b/i, 'it writes a value of its own'],
  [
    /\bdrop\s+(index|constraint\s+"?\w+_(key|pkey|pk)\b)/i,
    'it may say `on conflict` of that one, or need it to be quick',
  ],
  [/\btruncate\b/i, 'what it has shown is gone'],
]

/** Rules for a table that is there already: which one, and what the rule speaks of. */
const TIGHTENING: [statement: RegExp, why: string][] = [
  [
    /^alter\s+table\s+(?:only\s+)?(\S+)\s+add\s+(?:constraint\s+\S+\s+)?((?:check|unique|foreign|exclude|primary)\b.*)/is,
    'it may write what the new rule refuses',
  ],
  [
    /^create\s+unique\s+index\s.*?\bon\s+(\S+)\s+(?:using\s+\w+\s+)?(.*)/is,
    'it may write what the new rule refuses',
  ],
  [
    /^alter\s+table\s+(?:only\s+)?(\S+)\s+add\s+(?:column\s+)?(?!(?:constraint|check|unique|foreign|exclude|primary)\b)(?:(?!default|generated)[^;])*\bnot\s+null(?:(?!default|generated)[^;])*$/i,
    'it leaves that column empty',
  ],
]

/**
 * What of a migration an instance of the release before cannot live with, a sentence each: during
 * an upgrade such an instance still serves. None for a file that says on its first line that it
 * needs a stop, or why it holds all the same.
 */
export function rollingProblems({ tag, text }: Migration): string[] {
  if (stopReason(text) || rollingReason(text)) return []
  const named = (looks: RegExp) => new Set([...text.matchAll(looks)].map(([, n = '']) => plain(n)))
  const ownTables = named(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\S+)/gi)
  const ownColumns = named(/add\s+column\s+(?:if\s+not\s+exists\s+)?(\S+)/gi)
  return statementsOf(text).flatMap((statement) => {
    const breaking = BREAKING.filter(([looks]) => looks.test(statement))
    const tightening = TIGHTENING.filter(([looks]) => {
      const [, table, ruled = ''] = looks.exec(statement) ?? []
      return table && !ownTables.has(plain(table)) && !isOf(ownColumns, ruled)
    })
    const begin = statement.replaceAll(/\s+/g, ' ').slice(0, 70)
    return [...breaking, ...tightening].map(
      ([, why]) => `${tag}: "${begin}…": an instance of before still serves, and ${why}`,
    )
  })
}

const plain = (name: string) =>
  name
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase()

/** Whether a rule speaks of new columns alone, which whoever does not know them leaves empty. */
function isOf(columns: Set<string>, ruled: string): boolean {
  const [rule = ''] = ruled.split(/\breferences\b/i)
  const words = rule
    .replaceAll(
      /\b(check|unique|foreign|key|is|not|null|and|or|in|between|char_length|btrim)\b/gi,
      '',
    )
    .match(/[a-z_]\w*/gi)
  return words?.every((word) => columns.has(word.toLowerCase())) ?? false
}

/** The statements without remarks and without what stands in bodies and texts. */
const statementsOf = (text: string) =>
  text
    .replaceAll(/--.*$/gm, '\n')
    .replaceAll(/(\$\w*\$).*?\1/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
