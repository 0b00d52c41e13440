import { PRIVILEGE_WORDS } from '@/lib/auth/rules'
import type { TemplateColumn } from '@/lib/spreadsheet/workbook'

const privileges = Object.entries(PRIVILEGE_WORDS)
  .map(([privilege, word]) => `${privilege} ${word}`)
  .join(', ')

/** The columns of the user import (spec section 5), for whoever fills them in. */
export const USER_TEMPLATE: TemplateColumn[] = [
  { name: 'name', help: 'Ime i prezime. Smije ostati prazno.', example: 'Ana Anić' },
  { name: 'email', help: 'Adresa organizacije kojom se prijavljuje.', example: 'ana@primjer.hr' },
  {
    name: 'privilege',
    help: `Broj: ${privileges}.`,
    example: '3',
    choices: ['0', '1', '2', '3', '4'],
  },
]
