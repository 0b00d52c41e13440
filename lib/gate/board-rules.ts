import { formatAgo, formatSpan } from '@/lib/time/zagreb'
import type { BoardDevice as CountedDevice } from './board-schema'

type BoardDevice = Omit<CountedDevice, 'admitted'>

/** What is not as it should be with a device, and what to do about it. */
export interface DeviceWarning {
  what: string
  remedy: string
}

/** From here on a device is spoken of; in ms, passages, parts of one. */
const SILENT = 60_000
const OLD_ROSTER = 15 * 60_000
const LONG_QUEUE = 50
const WRONG_CLOCK = 60_000
const WEAK_BATTERY = 0.2
const FULL_STORAGE = 0.9

export const isOnDuty = ({ goneAt, endsAt }: BoardDevice, now: number) =>
  goneAt === null && Date.parse(endsAt) > now

/** A device that ended its shift with passages in hand: they are on that phone and nowhere else. */
export const hasUnsent = ({ status }: BoardDevice) => (status?.queue ?? 0) > 0

/**
 * What a person has to do something about, the worst first; of a device that is at work. Silence
 * is an alarm only of a device that has scanned. A phone that joined by a code must be ready before
 * doors, so its camera and battery count from the start; staff may only have looked in.
 */
export function warningsOf(device: BoardDevice, now: number): DeviceWarning[] {
  const { lastSeenAt, status, joinedAt, isStaff } = device
  const hasScanned = device.hasScanned || hasUnsent(device)
  if (isStaff && !hasScanned) return []
  const worries: DeviceWarning[] = []
  const add = (isSo: boolean, what: string, remedy: string) =>
    isSo && worries.push({ what, remedy })
  const silence = now - Date.parse(lastSeenAt ?? joinedAt)
  add(
    hasScanned && silence > SILENT,
    lastSeenAt ? `Ne javlja se ${formatSpan(silence)}` : 'Još se nije javio',
    'Radi i bez mreže. Pošaljite nekoga da ga odnese bliže mreži.',
  )
  if (!status) return worries
  const { queue, rosterAt, battery, storage, camera } = status
  add(
    queue >= LONG_QUEUE,
    `Na slanje čeka ${queue} prolaza`,
    'Ništa nije izgubljeno. Neka priđe mreži i ne gasi uređaj.',
  )
  const age = rosterAt === null ? null : now - Date.parse(rosterAt) - device.clockOffset
  add(
    hasScanned && silence <= SILENT && age !== null && age > OLD_ROSTER,
    `Popis je star ${formatSpan(age ?? 0)}`,
    'Ne zna za goste s drugih ulaza. Neka priđe mreži.',
  )
  add(
    battery !== null && battery < WEAK_BATTERY,
    `Baterija ${percent(battery ?? 0)}`,
    'Donesite punjač ili zamjenski uređaj.',
  )
  add(
    camera === 'denied' || camera === 'missing',
    camera === 'denied' ? 'Kamera nije dopuštena' : 'Nema kamere',
    'Dopustite kameru u postavkama preglednika, ili puštajte po imenu.',
  )
  add(
    storage !== null && storage.quota > 0 && storage.used / storage.quota > FULL_STORAGE,
    'Memorija uređaja je puna',
    'Oslobodite prostor, inače ono što čeka ne preživi gašenje.',
  )
  return worries
}

/** What is good to know and needs nobody: small, beside the device. */
export function noticesOf(device: BoardDevice, release: string): string[] {
  const { clockOffset, status } = device
  const remarks: string[] = []
  if (Math.abs(clockOffset) >= WRONG_CLOCK)
    remarks.push(
      `sat ${clockOffset > 0 ? 'kasni' : 'žuri'} ${formatSpan(clockOffset)}, vremena su ispravljena`,
    )
  if (status?.release && status.release !== release) remarks.push('starija inačica')
  if (status?.storage && status.storage.quota > 0)
    remarks.push(`memorija ${percent(status.storage.used / status.storage.quota)}`)
  return remarks
}

export const percent = (part: number) => `${Math.round(part * 100)} %`

/** When the device last heard all that had changed, by the server's clock. */
export function rosterAgo({ status, clockOffset }: BoardDevice, now: Date): string {
  if (!status?.rosterAt) return 'nema'
  return formatAgo(new Date(Date.parse(status.rosterAt) + clockOffset), now)
}
