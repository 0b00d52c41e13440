import { parseArgs } from 'node:util'
import { connect } from '@/db/pool'
import { insertGuests } from '@/db/seed/insert-guests'
import { print, runCommand, UserError } from './lib/command'
import { prepareEnvironment, seedDemoContent } from './lib/environment'
import { codeOf } from './lib/error-code'

const USAGE = 'npm run seed -- --guests N [--seed S] [--demo]'
const MAX_GUESTS = 10_000_000

/** `npm run seed`: adds guests to any database, or the demo content to an empty festival. */
await runCommand(async () => {
  const { guests, seed, demo } = readArguments(process.argv.slice(2))
  const { settings, stop } = await prepareEnvironment({ share: true })
  const { sql } = connect(settings.DATABASE_URL, { max: 2 })
  try {
    if (demo) {
      const seeded = await seedDemoContent(seed)
      print(
        seeded
          ? 'The festival now has the demo content.'
          : 'The festival has guests or a line-up already, so no demo content was added.',
      )
    }
    if (guests) {
      const { inserted, seconds } = await insertGuests(sql, { count: guests, seed })
      const rate = Math.round(inserted / seconds)
      print(
        `Added ${inserted} guests from seed ${seed} in ${seconds.toFixed(1)} s (${rate} rows/s).`,
      )
    }
  } finally {
    await sql.end({ timeout: 5 })
    await stop()
  }
})

function readArguments(args: string[]) {
  const values = parse(args)
  const guests =
    values.guests === undefined ? 0 : wholeNumber('guests', values.guests, 1, MAX_GUESTS)
  const seed = values.seed === undefined ? 1 : wholeNumber('seed', values.seed, 0, 2 ** 32 - 1)
  if (!guests && !values.demo)
    throw new UserError(`Choose what to add with --guests or --demo. Usage: ${USAGE}`)
  return { guests, seed, demo: values.demo ?? false }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        guests: { type: 'string' },
        seed: { type: 'string' },
        demo: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    if (codeOf(error) === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
      throw new UserError(
        `--guests and --seed need a whole number each, --demo needs none. Usage: ${USAGE}`,
      )
    const unknown = args.find((arg) => !/^(--(guests|seed)(=.*)?|--demo|\d+)$/.test(arg))
    throw new UserError(`${unknown ?? args.join(' ')} is not an option. Usage: ${USAGE}`)
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : -1
  if (number < least || number > most)
    throw new UserError(
      `--${name} must be a whole number from ${least} to ${most}. Usage: ${USAGE}`,
    )
  return number
}
