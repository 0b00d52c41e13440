import { describe, expect, it } from 'vitest'
import { fromPickerValue, parseZagrebDateTime, toPickerValue } from '@/lib/time/zagreb'

describe('a date and time typed by staff', () => {
  it.each([
    ['21.11.2026. 20:00', '2026-11-21T19:00:00.000Z'],
    ['1.7.2026. 9:05', '2026-07-01T07:05:00.000Z'],
    [' 01.07.2026 09:05 ', '2026-07-01T07:05:00.000Z'],
  ])('%s is read as %s', (text, instant) =>
    expect(parseZagrebDateTime(text)?.toISOString()).toBe(instant),
  )

  it.each(['', 'sutra', '31.4.2026. 10:00', '1.1.2026. 24:00', '1.1.2026.', '29.3.2026. 2:30'])(
    'is refused if it is “%s”',
    (text) => {
      expect(parseZagrebDateTime(text)).toBeNull()
      expect(toPickerValue(text)).toBe('')
    },
  )

  it('stays the same when it is converted for the picker of the device and back', () => {
    expect(toPickerValue('1.7.2026. 9:05')).toBe('2026-07-01T09:05')
    expect(fromPickerValue('2026-07-01T09:05')).toBe('01.07.2026. 09:05')
    expect(fromPickerValue('2026-07-01T09:05:30')).toBe('01.07.2026. 09:05')
  })
})
