import { createHash } from 'node:crypto'

/** A migration, as read from its file. */
export interface Migration {
  /** Name of the file without `.sql`. */
  tag: string
  text: string
}

/**
 * Number and hash of the released migrations. Released migrations must not change, because every
 * database stores their hashes. Later migrations must keep the rules of this file.
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
 * Returns the reason for which instances of the previous release must stop before this migration, from
 * a first line such as `-- stop: guests are counted in another way`. Null for a rolling migration.
 */
export const stopReason = (text: string) => /^-- stop: (\S.*)$/.exec(firstLine(text))?.[1] ?? null

/**
 * Returns the author's reason why the rules of this file do not apply to a migration, from a first
 * line such as `-- rolling: why`. Null without such a line.
 */
const rollingReason = (text: string) => /^-- rolling: (\S.*)$/.exec(firstLine(text))?.[1] ?? null

const firstLine = (text: string) => text.slice(0, text.search(/\n|$/))

/** Statements that break an instance of the previous release, each with the reason. */
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

/**
 * Statements that add a constraint to an existing table, each with the reason why they break an
 * instance of the previous release. The first group matches the table, the second the constraint.
 */
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
 * Returns a sentence for each statement that breaks an instance of the previous release, because
 * such an instance still serves requests during an upgrade. Empty if the first line of the
 * migration starts with `-- stop:` or `-- rolling:`.
 */
export function rollingProblems({ tag, text }: Migration): string[] {
  if (stopReason(text) || rollingReason(text)) return []
  const namesMatching = (pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, n = '']) => bareName(n)))
  const ownTables = namesMatching(
    /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\S+)/gi,
  )
  const ownColumns = namesMatching(/add\s+column\s+(?:if\s+not\s+exists\s+)?(\S+)/gi)
  return statementsOf(text).flatMap((statement) => {
    const breaking = BREAKING.filter(([pattern]) => pattern.test(statement))
    const tightening = TIGHTENING.filter(([pattern]) => {
      const [, table, constraint = ''] = pattern.exec(statement) ?? []
      return table && !ownTables.has(bareName(table)) && !concernsOnly(ownColumns, constraint)
    })
    const start = statement.replaceAll(/\s+/g, ' ').slice(0, 70)
    return [...breaking, ...tightening].map(
      ([, why]) =>
        `${tag}: "${start}…": an instance of the previous release still serves, and ${why}`,
    )
  })
}

const bareName = (name: string) =>
  name
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase()

/**
 * Whether a constraint concerns only columns that the migration adds. The previous release leaves
 * them empty.
 */
function concernsOnly(columns: Set<string>, constraint: string): boolean {
  const [rule = ''] = constraint.split(/\breferences\b/i)
  const identifiers = rule
    .replaceAll(
      /\b(check|unique|foreign|key|is|not|null|and|or|in|between|char_length|btrim)\b/gi,
      '',
    )
    .match(/[a-z_]\w*/gi)
  return identifiers?.every((name) => columns.has(name.toLowerCase())) ?? false
}

/**
 * Splits a migration into SQL statements, without comments, function bodies and string contents.
 */
const statementsOf = (text: string) =>
  text
    .replaceAll(/--.*$/gm, '\n')
    .replaceAll(/(\$\w*\$).*?\1/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
