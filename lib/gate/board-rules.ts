import { formatAgo, formatDateTime, formatDuration, nextZagrebHour } from '@/lib/time/zagreb'
import type { BoardDevice as CountedDevice } from './board-schema'

type BoardDevice = Omit<CountedDevice, 'admitted'>

/** Problem of a gate device and its remedy, as Croatian text for the gate board. */
export interface DeviceWarning {
  what: string
  remedy: string
}

/** Limits from which the gate board shows a warning or a notice for a device. */
const MAX_SILENCE_MS = 60_000
const MAX_ROSTER_AGE_MS = 15 * 60_000
const LONG_QUEUE_LENGTH = 50
const MAX_CLOCK_OFFSET_MS = 60_000
const MIN_BATTERY_SHARE = 0.2
const MAX_STORAGE_SHARE = 0.9

/** Hour in Zagreb at which a gate shift ends, unless an admin types another end. */
const DEFAULT_END_HOUR = 6

/** Returns the end of a gate shift that starts now, as an admin would type it. */
export const defaultShiftEnd = (now: Date) => formatDateTime(nextZagrebHour(now, DEFAULT_END_HOUR))

export const isOnDuty = ({ goneAt, endsAt }: BoardDevice, now: number) =>
  goneAt === null && Date.parse(endsAt) > now

/** Whether the device had unsent passages at its last heartbeat. */
const hasUnsent = ({ status }: BoardDevice) => (status?.queue ?? 0) > 0

/**
 * Whether the device was silent at the end of its shift, and since then. It may have decided
 * offline after its last heartbeat. A device that its user unregistered was connected at its end.
 */
function wasSilentAtEnd({ lastSeenAt, joinedAt, endsAt, goneAt, isRevoked }: BoardDevice) {
  if (goneAt !== null && !isRevoked) return false
  const end = Math.min(Date.parse(goneAt ?? endsAt), Date.parse(endsAt))
  return end - Date.parse(lastSeenAt ?? joinedAt) > MAX_SILENCE_MS
}

/**
 * Warning about a device off duty that has unsent passages, or may have some; otherwise null. Only
 * the device stores them, and it can send them for 48 hours. `listDevices` lists such devices for
 * as long.
 */
export function unsentWarningOf(device: BoardDevice): DeviceWarning | null {
  const remedy = 'Otvorite ulaz na tom uređaju dok ima mreže: poslat će ih sam.'
  if (hasUnsent(device))
    return { what: `Na kraju je držao ${device.status?.queue} neposlanih prolaza`, remedy }
  return device.hasScanned && wasSilentAtEnd(device)
    ? { what: 'Možda drži neposlane prolaze', remedy }
    : null
}

/**
 * Problems of a device on duty that staff must act on, the worst first. Missing heartbeats count
 * only after the first scan. Camera and battery always count, because a paired phone must be ready
 * before the doors open. A staff device has no warnings before its first scan, since staff may open
 * the page without scanning.
 */
export function warningsOf(device: BoardDevice, now: number): DeviceWarning[] {
  const { lastSeenAt, status, joinedAt, isStaff } = device
  const hasScanned = device.hasScanned || hasUnsent(device)
  if (isStaff && !hasScanned) return []
  const warnings: DeviceWarning[] = []
  const add = (isProblem: boolean, what: string, remedy: string) =>
    isProblem && warnings.push({ what, remedy })
  const silence = now - Date.parse(lastSeenAt ?? joinedAt)
  add(
    hasScanned && silence > MAX_SILENCE_MS,
    lastSeenAt ? `Ne javlja se ${formatDuration(silence)}` : 'Još se nije javio',
    'Radi i bez mreže. Pošaljite nekoga da ga odnese bliže mreži.',
  )
  if (!status) return warnings
  const { queue, rosterAt, battery, storage, camera } = status
  add(
    queue >= LONG_QUEUE_LENGTH,
    `Na slanje čeka ${queue} prolaza`,
    'Ništa nije izgubljeno. Neka priđe mreži i ne gasi uređaj.',
  )
  const age = rosterAt === null ? null : now - Date.parse(rosterAt) - device.clockOffset
  add(
    hasScanned && silence <= MAX_SILENCE_MS && age !== null && age > MAX_ROSTER_AGE_MS,
    `Popis je star ${formatDuration(age ?? 0)}`,
    'Ne zna za goste s drugih ulaza. Neka priđe mreži.',
  )
  add(
    battery !== null && battery < MIN_BATTERY_SHARE,
    `Baterija ${percent(battery ?? 0)}`,
    'Donesite punjač ili zamjenski uređaj.',
  )
  add(
    camera === 'denied',
    'Kamera nije dopuštena',
    'Dopustite kameru u postavkama preglednika, ili puštajte po imenu.',
  )
  add(camera === 'missing', 'Nema kamere', 'Puštajte po imenu, ili donesite zamjenski uređaj.')
  add(
    storage !== null && storage.quota > 0 && storage.used / storage.quota > MAX_STORAGE_SHARE,
    'Memorija uređaja je puna',
    'Oslobodite prostor, inače ono što čeka ne preživi gašenje.',
  )
  return warnings
}

/** Croatian notices about a device that need no action. */
export function noticesOf(device: BoardDevice, release: string): string[] {
  const { clockOffset, status } = device
  const notices: string[] = []
  if (Math.abs(clockOffset) >= MAX_CLOCK_OFFSET_MS)
    notices.push(
      `sat ${clockOffset > 0 ? 'kasni' : 'žuri'} ${formatDuration(clockOffset)}, vremena su ispravljena`,
    )
  if (status?.release && status.release !== release) notices.push('starija inačica')
  if (status?.storage && status.storage.quota > 0)
    notices.push(`memorija ${percent(status.storage.used / status.storage.quota)}`)
  return notices
}

export const percent = (part: number) => `${Math.round(part * 100)} %`

/** Age of the roster as text, by the clock of the server. */
export function rosterAgo({ status, clockOffset }: BoardDevice, now: Date): string {
  if (!status?.rosterAt) return 'nema'
  return formatAgo(new Date(Date.parse(status.rosterAt) + clockOffset), now)
}
