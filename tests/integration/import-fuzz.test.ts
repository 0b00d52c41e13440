import { expect, it } from 'vitest'
import { MappedTable } from '@/lib/guests/import/mapped'
import { planGuestImport } from '@/lib/guests/import/plan'
import { guestRows } from '@/lib/guests/import/rows'
import { shapeOfFile } from '@/lib/guests/import/shape'
import { openSpreadsheet } from '@/lib/spreadsheet/table'
import { acceptedMapping } from '../support/accepted-mapping'
import { staff } from '../support/factories'
import { type FuzzedFile, type FuzzedGuest, fuzzedFile } from '../support/import-fuzz'

// Environment variables set the number of files and the seed, for a longer run or other files:
// FUZZ_FILES=2000 FUZZ_SEED=1 npx vitest run --project=integration tests/integration/import-fuzz.test.ts

const FILES = Number(process.env.FUZZ_FILES ?? 150)
const SEED = Number(process.env.FUZZ_SEED ?? 20_251_003)
const admin = await staff(1)

type Plan = Awaited<ReturnType<typeof planGuestImport>>

/**
 * Plans the import with the proposed columns. Null if no column was recognized, so that the screen
 * would ask the user.
 */
async function planImport(bytes: Uint8Array): Promise<Plan | null> {
  const file = new File([new Uint8Array(bytes)], 'popis')
  const shape = await shapeOfFile(file, {}, admin)
  if (shape.chosen.length === 0) return null
  const mapping = acceptedMapping(shape)
  const table = new MappedTable(await openSpreadsheet(bytes), mapping)
  return planGuestImport(guestRows(table.rows(), 'add'), table)
}

const sortWords = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .sort()
    .join(' ')

/**
 * Describes how an imported guest differs from the file without a notice to the user. Null if
 * nothing differs.
 */
function describeFault(plan: Plan, guest: FuzzedGuest): string | null {
  if (plan.faulty.some(({ row }) => row === guest.row)) return null
  const imported = plan.add.find(({ row }) => row === guest.row)
  if (!imported) return `row ${guest.row} is lost`
  const inFile = [guest.name, guest.surname]
  const isSplit = guest.isWhole || [imported.name, imported.surname].some((part) => part === '')
  const [actual, expected] = isSplit
    ? [[sortWords(`${imported.name} ${imported.surname}`)], [sortWords(inFile.join(' '))]]
    : [[imported.name, imported.surname].map(sortWords), inFile.map(sortWords)]
  const isNoted = plan.noted.some(
    ({ row, reasons }) => row === guest.row && reasons.join().includes('Bez imena'),
  )
  if (isNoted) return null
  if (actual.join('|') !== expected.join('|'))
    return `row ${guest.row}: ${expected} arrives as ${actual}`
  const cells: [string, string | null, string | null][] = [
    ['jmbag', guest.jmbag, imported.jmbag],
    ['email', guest.email || null, imported.email],
    ['phone', guest.phone, imported.phone],
    ['list', guest.list, imported.tag || null],
  ]
  for (const [field, expectedCell, cell] of cells)
    if (cell !== expectedCell)
      return `row ${guest.row}: ${field} ${expectedCell} arrives as ${cell}`
  return null
}

function describeFaults(plan: Plan, { guests, others }: FuzzedFile): string[] {
  const unnoted = plan.add.filter(
    ({ row }) => others.includes(row) && !plan.noted.some((note) => note.row === row),
  )
  return [
    ...guests.flatMap((guest) => describeFault(plan, guest) ?? []),
    ...unnoted.map(({ row }) => `row ${row} is no guest`),
  ]
}

it(`imports ${FILES} generated files without a crash, a silently changed value or a lost row`, async () => {
  const problems: string[] = []
  let rows = 0
  let faulty = 0
  let unrecognized = 0
  for (let i = 0; i < FILES && problems.length < 20; i++) {
    const seed = SEED + i
    const file = fuzzedFile(seed)
    rows += file.guests.length
    const plan = await planImport(file.bytes).catch((error: unknown) => error as Error)
    if (plan === null) {
      unrecognized++
      continue
    }
    if (plan instanceof Error) {
      problems.push(`seed ${seed} (${file.changes.join(', ')}): ${plan.stack ?? plan}`)
      continue
    }
    faulty += plan.faulty.length
    const faults = describeFaults(plan, file)
    if (faults.length > 0) problems.push(`seed ${seed} (${file.changes.join(', ')}): ${faults[0]}`)
  }
  process.stdout.write(
    `import fuzz: seed ${SEED}, ${FILES} files, ${rows} guests, ${faulty} faulty rows, ${unrecognized} files without recognized columns\n`,
  )
  expect(problems).toEqual([])
  // A reader that refuses every row would report no faults either, so refusals are limited too.
  expect(faulty).toBeLessThan(rows / 5)
  expect(unrecognized).toBeLessThan(FILES / 50)
}, 600_000)
