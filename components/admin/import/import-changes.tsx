'use client'

import type { GuestFileAnswer } from '@/lib/guests/import/mapping-schema'
import { COLUMN_LABELS } from '@/lib/guests/import/rules'
import { NumberedRows } from './numbered-rows'

const LABELS = { ...COLUMN_LABELS, tag: 'Popis' }

/**
 * Note on how a guest was matched with a row of the file. A match by ticket code or e-mail is
 * named, because it may be another person.
 */
const MATCH_LABELS = { jmbag: '', confCode: 'po kodu karte', email: 'po e-mailu' }

interface Props {
  total: number
  changes: GuestFileAnswer['changes']
}

/**
 * Preview of the changes to guests who are already on the list: old and new value of each field.
 */
export const Changes = ({ total, changes }: Props) => (
  <NumberedRows title="Promjene" heading="Tko i što" total={total} rows={changes}>
    {({ text, by, fields }) => (
      <>
        <p className="font-semibold">
          {text}
          {MATCH_LABELS[by] && (
            <span className="font-normal text-muted"> ({MATCH_LABELS[by]})</span>
          )}
        </p>
        {fields.map(({ field, before, after }) => (
          <p key={field}>
            <span className="text-muted">{LABELS[field]}: </span>
            {before === null ? (
              <span className="text-muted">prazno</span>
            ) : (
              <del className="text-muted">{before}</del>
            )}
            <span className="text-muted"> → </span>
            <ins className="no-underline">{after}</ins>
          </p>
        ))}
      </>
    )}
  </NumberedRows>
)
