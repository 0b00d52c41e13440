import { getDb } from '@/db/pool'
import { listSetChanges } from '@/db/queries/programme'
import { getConfig } from '@/lib/config/settings'
import { readEdition } from '@/lib/festival/service'
import { requireBeforeEnd } from '@/lib/phase/service'
import { setAddress } from './address'
import type { ProgrammeSet } from './schema'

export const CALENDAR_MEDIA = 'text/calendar'

/** Event in a calendar file. */
interface CalendarEvent {
  /** Part of the event's UID before the @. */
  key: string
  startsAt: string
  endsAt: string
  name: string
  location: string
  /** Path of the page with details of the event. */
  path: string
  /** Number of changes of the event, and the time of the last change. */
  changes?: { times: number; last: string } | null
}

/**
 * Returns sets as a calendar file. A set keeps its UID when it is renamed or moved, and its
 * SEQUENCE counts its changes. So a calendar that follows the URL, or imports the file again,
 * updates the event. Throws gone after the end of the night.
 */
export async function calendarOf(sets: ProgrammeSet[], fileName: string): Promise<Response> {
  await requireBeforeEnd()
  const edition = await readEdition()
  const changes = new Map((await listSetChanges(getDb())).map((change) => [change.id, change]))
  const events = sets.map((set) => ({
    ...set,
    key: `nastup-${set.id}`,
    location: locationOf(set.stage, edition),
    path: setAddress(set.id),
    changes: changes.get(set.id),
  }))
  return calendarFile(edition.name, events, fileName)
}

/**
 * Returns the location of an event: the stage or another spot, then the festival's venue and street
 * address.
 */
export const locationOf = (where: string, { place, address }: { place: string; address: string }) =>
  [where, place, address].filter(Boolean).join(', ')

/**
 * Returns events as a calendar file in the iCalendar format (RFC 5545). Caches must ask each time,
 * because an admin may change or hide the events at any time (rule 1.9).
 */
export function calendarFile(name: string, events: CalendarEvent[], fileName: string): Response {
  const { PUBLIC_URL } = getConfig()
  const { hostname } = new URL(PUBLIC_URL)
  const createdAt = stamp(new Date().toISOString())
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Brucosijada//Satnica//HR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'X-WR-TIMEZONE:Europe/Zagreb',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.key}@${hostname}`,
      `DTSTAMP:${createdAt}`,
      `SEQUENCE:${event.changes?.times ?? 0}`,
      ...lastModified(event.changes?.last),
      `DTSTART:${stamp(event.startsAt)}`,
      `DTEND:${stamp(event.endsAt)}`,
      `SUMMARY:${escapeText(event.name)}`,
      `LOCATION:${escapeText(event.location)}`,
      `URL:${PUBLIC_URL}${event.path}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return new Response(
    lines
      .flatMap(foldLine)
      .map((line) => `${line}\r\n`)
      .join(''),
    {
      headers: {
        'content-type': `${CALENDAR_MEDIA}; charset=utf-8`,
        'content-disposition': `inline; filename="${fileName}"`,
        'cache-control': 'public, max-age=0, must-revalidate',
      },
    },
  )
}

const lastModified = (at?: string) => (at ? [`LAST-MODIFIED:${stamp(at)}`] : [])

/** Formats an ISO instant as iCalendar does: `20261121T200000Z`. */
const stamp = (at: string) => at.replace(/[-:]|\.\d+/g, '')

const escapeText = (value: string) =>
  value.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')

/**
 * Maximum length of a line in bytes (RFC 5545). A longer line continues on the next line after a
 * space.
 */
const MAX_LINE_BYTES = 75

function foldLine(line: string): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > MAX_LINE_BYTES) {
      parts.push(part)
      part = ' '
    }
    part += letter
  }
  return [...parts, part]
}
