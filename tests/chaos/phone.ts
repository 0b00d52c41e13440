import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PhoneReport } from './ledger'
import type { FromPhone, Instructions } from './phone-process'
import type { World } from './world'

const CLOCK = pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href

export type Phone = Awaited<ReturnType<typeof startPhone>>

/**
 * Starts a phone process, and waits until the phone is paired and has its roster. The phone scans
 * tickets until `end`.
 */
export async function startPhone(world: World, instructions: Instructions) {
  const { name } = instructions
  const { history } = world
  const clock = join(world.dir, `${name}.clock`)
  const child = fork(join(import.meta.dirname, 'phone-process.ts'), [], {
    execArgv: ['--import', CLOCK, '--import', 'tsx'],
    env: { ...process.env, CHAOS_CLOCK: clock, TZ: 'UTC' },
  })
  let hear = (_report: PhoneReport) => {}
  await new Promise<void>((ready, failed) => {
    child.on('message', (message: FromPhone) => {
      if (message.kind === 'ready') ready()
      if (message.kind === 'told') history.acknowledged(`${name}: ${message.text}`)
      if (message.kind === 'report') hear(message.report)
      if (message.kind === 'wrong') history.wrong(`${name}: ${message.text}`)
      if (message.kind === 'wrong') failed(new Error(`${name}: ${message.text}`))
    })
    child.on('exit', (code) => failed(new Error(`the process of ${name} ended (${code})`)))
    child.send(instructions)
  })
  return {
    name,
    setClock: (ahead: number) => writeFileSync(clock, String(ahead)),
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    end: () => child.send('end'),
    report: () =>
      new Promise<PhoneReport>((resolve) => {
        hear = resolve
        child.send('report')
      }),
  }
}
