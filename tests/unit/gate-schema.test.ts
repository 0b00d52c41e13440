import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { newPassageId } from '@/lib/admission/rules'
import * as schema from '@/lib/gate/schema'

const ID = newPassageId()
const PASSAGE = {
  id: ID,
  guestId: 1,
  direction: 'in',
  verdict: 'admitted',
  decided: 'alone',
  at: '2025-10-03T21:00:00Z',
}

const messagesOf = (schema: z.ZodType, input: object) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message)

describe('a passage', () => {
  it('has a guest id or a confirmation code', () => {
    expect(messagesOf(schema.passageInput, PASSAGE)).toBeUndefined()
    expect(
      messagesOf(schema.passageInput, { ...PASSAGE, guestId: null, code: 'x', takesBack: ID }),
    ).toBeUndefined()
  })

  it.each([
    [{ guestId: undefined }, 'Prolaz ne kaže ni tko je ni koji je kod'],
    [{ id: ID.toUpperCase() }, 'Broj prolaza nije UUID inačice 7'],
    [{ id: undefined }, 'Prolaz nema svoj broj'],
    [{ at: 'jučer' }, 'Neispravno vrijeme'],
    [
      { verdict: 'returned' },
      'Dopušteno je samo: admitted, left, inside, outside, no_ticket, banned, full, unknown',
    ],
    [{ decided: 'server' }, 'Dopušteno je samo: alone, name, override'],
  ])('is refused with %o: %s', (change, sentence) => {
    expect(messagesOf(schema.passageInput, { ...PASSAGE, ...change })).toEqual([sentence])
  })

  it('does not affect the other passages when it is invalid', () => {
    const body = { sentAt: PASSAGE.at, passages: [PASSAGE, null, { id: 'x' }] }
    expect(schema.passagesBody.parse(body).passages).toEqual(body.passages)
  })
})

it('a scan has either a code or a guest id', () => {
  const scan = { id: ID, direction: 'in' }
  expect(messagesOf(schema.scanBody, { ...scan, code: 'x' })).toBeUndefined()
  expect(messagesOf(schema.scanBody, { ...scan, guestId: 7 })).toBeUndefined()
  expect(messagesOf(schema.scanBody, scan)).toEqual(['Prolaz traži ili kod karte ili broj gosta'])
  expect(messagesOf(schema.scanBody, { ...scan, code: 'x', guestId: 7 })).toHaveLength(1)
})
