import type { Caller } from './caller'
import type { AcknowledgedWrites } from './ledger'

export const PRICE_CENTS = 1_050
const FLOAT_CENTS = 500_000

/** Simulates a ticket desk: sells and returns tickets of freshers, and corrects the till. */
export async function simulateDesk(
  caller: Caller,
  ledger: AcknowledgedWrites,
  guests: number[],
  isOver: () => boolean,
) {
  const opened = await caller.write(
    'POST',
    'cash/shifts',
    { floatCents: FLOAT_CENTS },
    200,
    201,
    409,
  )
  const shift =
    opened?.body.id ?? (await caller.requestWithRetries('GET', 'cash/desk'))?.body.shift?.id
  if (shift === undefined)
    return caller.world.history.recordUnexpected(`${caller.name} could not open a cash shift`)
  const till = { cents: FLOAT_CENTS, open: 0 }
  ledger.shifts.set(shift, till)
  const paid = new Map<number, number>()
  for (let n = 1; !isOver(); n++) {
    await caller.pause()
    if (caller.random.chance(0.15)) {
      const [cents, reason] = [caller.random.pick([-100, 200, 300]), `${caller.name} ${n}`]
      const correction = { cents, isKnown: false }
      ledger.corrections.set(reason, correction)
      const done = await caller.write(
        'POST',
        `cash/shifts/${shift}/corrections`,
        { cents, reason },
        200,
        201,
      )
      correction.isKnown = done !== null
      if (done) till.cents += cents
      else till.open++
      if (done) caller.recordAcknowledged(`correction “${reason}” of ${cents}`)
      continue
    }
    const guest = caller.random.pick(guests)
    const ticket = ledger.ticket(guest)
    if (ticket.open > 0) continue
    const isReturn = ticket.sold > ticket.returned
    const method = caller.random.pick(['cash', 'cash', 'card'])
    const body = isReturn
      ? { bought: '0' }
      : { bought: '1', payment: { way: method, cents: PRICE_CENTS } }
    const cents = isReturn ? -(paid.get(guest) ?? 0) : method === 'cash' ? PRICE_CENTS : 0
    if (!(await caller.write('PUT', `guests/${guest}`, body, 200))) {
      ticket.open++
      till.open++
      continue
    }
    ticket[isReturn ? 'returned' : 'sold']++
    paid.set(guest, cents)
    till.cents += cents
    caller.recordAcknowledged(`${isReturn ? 'return' : `sale (${method})`} of guest ${guest}`)
  }
}

/**
 * Simulates an admin who writes notes, and sets and lifts bans. No other client changes these
 * guests.
 */
export async function simulateNotes(
  caller: Caller,
  ledger: AcknowledgedWrites,
  guests: number[],
  isOver: () => boolean,
) {
  for (let n = 1; !isOver(); n++) {
    await caller.pause()
    const guest = caller.random.pick(guests)
    const known = ledger.notes.get(guest) ?? { note: '', ban: null }
    const isBan = caller.random.chance(0.5)
    const ban = known.ban === null ? `Zabrana ${n}` : null
    const body = isBan
      ? ban === null
        ? { banned: '0' }
        : { banned: '1', banReason: ban }
      : { note: `Bilješka ${n}` }
    const done = await caller.write('PUT', `guests/${guest}`, body, 200)
    if (!done) ledger.notes.set(guest, null)
    else if (isBan) ledger.notes.set(guest, { ...known, ban })
    else ledger.notes.set(guest, { ...known, note: `Bilješka ${n}` })
    if (done) caller.recordAcknowledged(`${JSON.stringify(body)} of guest ${guest}`)
    else return
  }
}

/** Simulates an admin who switches visibility flags and edits site texts. */
export async function simulateEditor(
  caller: Caller,
  ledger: AcknowledgedWrites,
  isOver: () => boolean,
) {
  const flags = [
    'LINEUP_VISIBILITY',
    'CJENIK_VISIBILITY',
    'SATNICA_VISIBILITY',
    'SPONSORS_VISIBILITY',
  ]
  const texts: number[] = []
  for (const key of ['kontakt.title1', 'kontakt.text1', 'pravila.title1', 'pravila.text1']) {
    const created = await caller.write('POST', 'translations', { key, value: 'Tekst' }, 201)
    if (created?.body.id) texts.push(created.body.id)
  }
  for (let n = 1; !isOver(); n++) {
    await caller.pause()
    if (texts.length === 0 || caller.random.chance(0.5)) {
      const [flag, visible] = [caller.random.pick(flags), caller.random.pick(['0', '1'])]
      const done = await caller.write(
        'PUT',
        `visibility/${flag}`,
        { visible: Number(visible) },
        200,
      )
      ledger.flags.set(flag, done && visible)
      if (done) caller.recordAcknowledged(`${flag} ${visible}`)
      else return
    } else {
      const [id, value] = [caller.random.pick(texts), `Tekst ${n}.`]
      const done = await caller.write('PUT', `translations/${id}`, { value }, 200)
      ledger.texts.set(id, done && value)
      if (done) caller.recordAcknowledged(`text ${id} “${value}”`)
      else return
    }
  }
}

/**
 * Simulates bulk jobs: each appends a new word to the notes of some guests, or sells tickets to
 * other guests.
 */
export async function simulateBulkJobs(
  caller: Caller,
  ledger: AcknowledgedWrites,
  {
    guestsWithNotes,
    guestsWithoutTicket,
  }: { guestsWithNotes: number[]; guestsWithoutTicket: number[] },
  isOver: () => boolean,
) {
  for (const guest of guestsWithNotes) ledger.words.set(guest, { acknowledged: [], open: [] })
  // A note has at most 200 characters, so the number of words per guest is limited.
  for (let n = 1; !isOver(); n++) {
    await caller.pause()
    if (caller.random.chance(0.4) && guestsWithoutTicket.length > 0) {
      const ids = guestsWithoutTicket.splice(0, 3)
      const done = await caller.write(
        'POST',
        'guests/bulk',
        { selection: { ids }, action: { kind: 'sell' } },
        202,
      )
      for (const id of ids) ledger.ticket(id)[done ? 'sold' : 'open']++
      if (done) caller.recordAcknowledged(`bulk sale of guests ${ids.join(', ')}`)
      continue
    }
    const ids = guestsWithNotes.filter(
      (id) => caller.random.chance(0.2) && hasRoomForWord(ledger, id),
    )
    if (ids.length === 0) continue
    const word = `w${n}`
    const action = { kind: 'note', note: word, how: 'append' }
    const done = await caller.write('POST', 'guests/bulk', { selection: { ids }, action }, 202)
    for (const id of ids) ledger.words.get(id)?.[done ? 'acknowledged' : 'open'].push(word)
    if (done) caller.recordAcknowledged(`bulk word ${word} for guests ${ids.join(', ')}`)
  }
}

const hasRoomForWord = (ledger: AcknowledgedWrites, id: number) =>
  (ledger.words.get(id)?.acknowledged.length ?? 0) < 30
