import { posix } from 'node:path'
import { refuse } from '../refusals'
import type { Archive } from './archive'
import { readXml } from './xml'

/** Where the parts of a workbook lie that a table is made of. */
export interface WorkbookParts {
  sheet: string
  sharedStrings: string | null
  styles: string | null
  /** Days are counted from 1904, as once on a Macintosh. */
  is1904: boolean
}

/** The sheet that is read, where there are several (spec section 9, Export). */
const SHEET_NAME = 'people'

/** Finds the sheet called People, or else the first that is not hidden. */
export async function findParts(archive: Archive): Promise<WorkbookParts> {
  const root = await relations(archive, '')
  const workbook = targetOf(root, 'officeDocument')
  if (!workbook) throw refuse('not_a_table')
  if (workbook.endsWith('.bin')) throw refuse('binary_excel')
  const related = await relations(archive, workbook)
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  let is1904 = false
  await readXml(archive.read(workbook), {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute('date1904') ?? '')
      if (name === 'sheet')
        sheets.push({
          name: attribute('name') ?? '',
          id: attribute('id') ?? '',
          isHidden: (attribute('state') ?? 'visible') !== 'visible',
        })
    },
  })
  const chosen =
    sheets.find(({ name }) => name.trim().toLowerCase() === SHEET_NAME) ??
    sheets.find(({ isHidden }) => !isHidden)
  const sheet = related.find(({ id, type }) => id === chosen?.id && type === 'worksheet')?.target
  if (!sheet) throw refuse('not_a_table')
  return {
    sheet,
    sharedStrings: targetOf(related, 'sharedStrings'),
    styles: targetOf(related, 'styles'),
    is1904,
  }
}

interface Relation {
  id: string
  /** The last word of the address that names the kind. */
  type: string
  target: string
}

const targetOf = (relations: Relation[], type: string) =>
  relations.find((relation) => relation.type === type)?.target ?? null

/** What a part refers to; '' is the package itself. */
async function relations(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(file)) return []
  const found: Relation[] = []
  await readXml(archive.read(file), {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
      found.push({
        id: attribute('Id') ?? '',
        type: (attribute('Type') ?? '').split('/').at(-1) ?? '',
        target: posix.resolve('/', folder, attribute('Target') ?? '').slice(1),
      })
    },
  })
  return found
}
