import { getDb } from '@/db/client'
import { listSetChanges } from '@/db/queries/programme'
import { getConfig } from '@/lib/config'
import { readEdition } from '@/lib/festival/service'
import { setAddress } from './address'
import type { ProgrammeSet } from './schema'

export const CALENDAR_MEDIA = 'text/calendar'

/**
 * Sets as a calendar of RFC 5545. Each keeps its UID whatever it is called and wherever it is
 * moved, and counts its changes (SEQUENCE), so that a calendar which follows this address, or is
 * given the file again, moves it along.
 */
export async function calendarOf(sets: ProgrammeSet[], fileName: string): Promise<Response> {
  const { name, place, address } = await readEdition()
  const { PUBLIC_URL } = getConfig()
  const { hostname } = new URL(PUBLIC_URL)
  const changes = new Map((await listSetChanges(getDb())).map((one) => [one.id, one]))
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
      `SEQUENCE:${changes.get(set.id)?.times ?? 0}`,
      ...lastModified(changes.get(set.id)?.last),
      `DTSTART:${stamp(set.startsAt)}`,
      `DTEND:${stamp(set.endsAt)}`,
      `SUMMARY:${text(set.name)}`,
      `LOCATION:${text([set.stage, place, address].filter(Boolean).join(', '))}`,
      `URL:${PUBLIC_URL}${setAddress(set.id)}`,
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

const lastModified = (at?: string) => (at ? [`LAST-MODIFIED:${stamp(at)}`] : [])

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
