import { getDb } from '@/db/pool'
import { listSetChanges } from '@/db/queries/programme'
import { getConfig } from '@/lib/config/settings'
import { readEdition } from '@/lib/festival/service'
import { requireBeforeEnd } from '@/lib/phase/service'
import { setAddress } from './address'
import type { ProgrammeSet } from './schema'

export const CALENDAR_MEDIA = 'text/calendar'

/** Something with a beginning and an end, in a calendar. */
interface CalendarEvent {
  /** The part of its UID that is its own. */
  key: string
  startsAt: string
  endsAt: string
  name: string
  location: string
  /** Where more is told of it, below the site's address. */
  path: string
  /** How often it was changed, and when it last was. */
  changes?: { times: number; last: string }
}

/**
 * Sets as a calendar. Each keeps its UID whatever it is called and wherever it is moved, and
 * counts its changes (SEQUENCE), so that a calendar which follows this address, or is given the
 * file again, moves it along. Throws gone after the end of the night.
 */
export async function calendarOf(sets: ProgrammeSet[], fileName: string): Promise<Response> {
  await requireBeforeEnd()
  const edition = await readEdition()
  const changes = new Map((await listSetChanges(getDb())).map((one) => [one.id, one]))
  const events = sets.map((set) => ({
    ...set,
    key: `nastup-${set.id}`,
    location: locationOf(set.stage, edition),
    path: setAddress(set.id),
    changes: changes.get(set.id),
  }))
  return calendarFile(edition.name, events, fileName)
}

/** The stage, or what else is there, then the place of the festival. */
export const locationOf = (where: string, { place, address }: { place: string; address: string }) =>
  [where, place, address].filter(Boolean).join(', ')

/** A calendar of RFC 5545. */
export function calendarFile(name: string, events: CalendarEvent[], fileName: string): Response {
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
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.key}@${hostname}`,
      `DTSTAMP:${made}`,
      `SEQUENCE:${event.changes?.times ?? 0}`,
      ...lastModified(event.changes?.last),
      `DTSTART:${stamp(event.startsAt)}`,
      `DTEND:${stamp(event.endsAt)}`,
      `SUMMARY:${text(event.name)}`,
      `LOCATION:${text(event.location)}`,
      `URL:${PUBLIC_URL}${event.path}`,
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
