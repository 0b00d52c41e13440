import { getDb } from '@/db/client'
import { searchTags, TAG_FIELDS } from '@/db/queries/tags'
import { listParams } from '@/lib/http/list-params'
import type { TemplateColumn } from '@/lib/spreadsheet/workbook'
import { GUEST_TEXTS } from './schema'

const FLAG = ['0', '1']

/** The columns of the guest import (spec section 5), for whoever fills them in. */
export async function guestTemplate(): Promise<TemplateColumn[]> {
  const { rows } = await searchTags(getDb(), listParams({}, TAG_FIELDS))
  const tags = rows.map(({ name }) => name)
  const texts = Object.entries(GUEST_TEXTS).flatMap(([name, text]) =>
    'help' in text ? { name, help: text.help, example: text.example } : [],
  )
  return [
    ...texts,
    { name: 'tag', help: `Prazno znači ${tags[0]}.`, example: tags[1] ?? '', choices: tags },
    { name: 'bought', help: '1 ako ima kartu. Prazno znači 0.', example: '1', choices: FLAG },
    { name: 'entered', help: '1 ako je već ušao. Prazno znači 0.', example: '0', choices: FLAG },
  ]
}
