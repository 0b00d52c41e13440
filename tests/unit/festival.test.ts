import { describe, expect, it } from 'vitest'
import { erasureSentence, hashtagOf } from '@/lib/festival/rules'
import { invitationSubject, ticketSubject } from '@/lib/festival/subjects'
import { formatAttributes, parseAttributes } from '@/lib/text/pairs'

const FIRST = { name: 'Brucošijada', year: 2025, edition: 42 }

// Rules 7.2 and 7.3: the subjects of ticket and sponsor mails name the edition.
it('the subjects of mails name the edition', () => {
  expect(ticketSubject(FIRST)).toContain('#Brucošijada2025')
  expect(invitationSubject(FIRST)).toContain('42.')
  expect(hashtagOf({ name: 'Noć  Šumara', year: 2031 })).toBe('#NoćŠumara2031')
})

describe('the attributes of the ticket widget', () => {
  it('are pairs of name and value, and a value may contain = and &', () => {
    const pairs = { 'event-id': 'a=b&c', lang: 'hr' }
    expect(parseAttributes('event-id=a=b&c, lang=hr')).toEqual(pairs)
    expect(parseAttributes(formatAttributes(pairs))).toEqual(pairs)
    expect(parseAttributes('')).toEqual({})
  })

  it.each(['event', 'On Click=x', '=x', 'a=1,,b=2'])('are refused: %s', (text) => {
    expect(parseAttributes(text)).toBeNull()
  })
})

describe('the sentence about the erasure of data', () => {
  it.each([
    [1, '1 dan '],
    [11, '11 dana '],
    [21, '21 dan '],
    [60, '60 dana '],
    [111, '111 dana '],
  ])('has the right Croatian form of “day” for %i days', (retentionDays, phrase) => {
    expect(erasureSentence({ retentionDays, closesAt: null })).toBe(
      `Podaci se brišu ${phrase}nakon festivala.`,
    )
  })

  it('names the day in Zagreb when the closing time is known', () => {
    const edition = { retentionDays: 60, closesAt: '2026-11-22T04:00:00.000Z' }
    expect(erasureSentence(edition)).toBe('Podaci se brišu 60 dana nakon festivala, 21.01.2027.')
  })
})
