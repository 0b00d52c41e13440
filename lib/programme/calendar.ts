import { getConfig } from '@/lib/config'
import { readEdition } from '@/lib/festival/service'
import type { ProgrammeSet } from './schema'

export const CALENDAR_MEDIA = 'text/calendar'

/**
 * Sets as a calendar of RFC 5545. Each keeps its UID whatever it is called and wherever it is
 * moved, so that a calendar which follows this address moves it along.
 */
export async function calendarOf(sets: ProgrammeSet[], fileName: string): Promise<Response> {
  const { name, place, address } = await readEdition()
  const { PUBLIC_URL } = getConfig()
  const { hostname } = new URL(PUBLIC_URL)
  const made = stamp(new Date().toISOString())
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Brucosijada//Satnica//HR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    'X-WR-TIMEZONE:Europe/Zagreb',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...sets.flatMap((set) => [
      'BEGIN:VEVENT',
      `UID:nastup-${set.id}@${hostname}`,
      `DTSTAMP:${made}`,
      `DTSTART:${stamp(set.startsAt)}`,
      `DTEND:${stamp(set.endsAt)}`,
      `SUMMARY:${text(set.name)}`,
      `LOCATION:${text([set.stage, place, address].filter(Boolean).join(', '))}`,
      `URL:${PUBLIC_URL}/satnica`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return new Response(
    lines
      .flatMap(folded)
      .map((line) => `${line}\r\n`)
      .join(''),
    {
      headers: {
        'content-type': `${CALENDAR_MEDIA}; charset=utf-8`,
        'content-disposition': `inline; filename="${fileName}"`,
        'cache-control': 'public, max-age=60',
      },
    },
  )
}

/** `20261121T200000Z` */
const stamp = (at: string) => at.replace(/[-:]|\.\d+/g, '')

const text = (value: string) =>
  value.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')

/** Octets of a line at most; what is longer goes on behind a space. */
const MOST = 75

function folded(line: string): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > MOST) {
      parts.push(part)
      part = ' '
    }
    part += letter
  }
  return [...parts, part]
}
