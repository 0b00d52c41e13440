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
async function planOf(bytes: Uint8Array): Promise<Plan | null> {
  const file = new File([new Uint8Array(bytes)], 'popis')
  const shape = await shapeOfFile(file, {}, admin)
  if (shape.chosen.length === 0) return null
  const mapping = acceptedMapping(shape)
  const table = new MappedTable(await openSpreadsheet(bytes), mapping)
  return planGuestImport(guestRows(table.rows(), 'add'), table)
}

const wordsOf = (text: string) =>
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
function faultOf(plan: Plan, guest: FuzzedGuest): string | null {
  if (plan.faulty.some(({ row }) => row === guest.row)) return null
  const found = plan.add.find(({ row }) => row === guest.row)
  if (!found) return `row ${guest.row} is lost`
  const wanted = [guest.name, guest.surname]
  const isSplit = guest.isWhole || [found.name, found.surname].some((part) => part === '')
  const [got, right] = isSplit
    ? [[wordsOf(`${found.name} ${found.surname}`)], [wordsOf(wanted.join(' '))]]
    : [[found.name, found.surname].map(wordsOf), wanted.map(wordsOf)]
  const isTold = plan.noted.some(
    ({ row, reasons }) => row === guest.row && reasons.join().includes('Bez imena'),
  )
  if (isTold) return null
  if (got.join('|') !== right.join('|')) return `row ${guest.row}: ${right} arrives as ${got}`
  const cells: [string, string | null, string | null][] = [
    ['jmbag', guest.jmbag, found.jmbag],
    ['email', guest.email || null, found.email],
    ['phone', guest.phone, found.phone],
    ['list', guest.list, found.tag || null],
  ]
  for (const [field, is, was] of cells)
    if (is !== was) return `row ${guest.row}: ${field} ${is} arrives as ${was}`
  return null
}

function faultsOf(plan: Plan, { guests, others }: FuzzedFile): string[] {
  const silent = plan.add.filter(
    ({ row }) => others.includes(row) && !plan.noted.some((note) => note.row === row),
  )
  return [
    ...guests.flatMap((guest) => faultOf(plan, guest) ?? []),
    ...silent.map(({ row }) => `row ${row} is no guest`),
  ]
}

it(`imports ${FILES} generated files without a crash, a silently changed value or a lost row`, async () => {
  const found: string[] = []
  let rows = 0
  let faulty = 0
  let asked = 0
  for (let i = 0; i < FILES && found.length < 20; i++) {
    const seed = SEED + i
    const file = fuzzedFile(seed)
    rows += file.guests.length
    const plan = await planOf(file.bytes).catch((error: unknown) => error as Error)
    if (plan === null) {
      asked++
      continue
    }
    if (plan instanceof Error) {
      found.push(`seed ${seed} (${file.changes.join(', ')}): ${plan.stack ?? plan}`)
      continue
    }
    faulty += plan.faulty.length
    const faults = faultsOf(plan, file)
    if (faults.length > 0) found.push(`seed ${seed} (${file.changes.join(', ')}): ${faults[0]}`)
  }
  process.stdout.write(
    `import fuzz: seed ${SEED}, ${FILES} files, ${rows} guests, ${faulty} faulty rows, ${asked} files asked about\n`,
  )
  expect(found).toEqual([])
  // A reader that refuses every row would report no faults either, so refusals are limited too.
  expect(faulty).toBeLessThan(rows / 5)
  expect(asked).toBeLessThan(FILES / 50)
}, 600_000)
