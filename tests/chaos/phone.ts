import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PhoneReport } from './ledger'
import type { Instructions, PhoneMessage } from './phone-process'
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
  let onReport = (_report: PhoneReport) => {}
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: PhoneMessage) => {
      if (message.kind === 'ready') resolve()
      if (message.kind === 'verdict') history.recordAcknowledged(`${name}: ${message.text}`)
      if (message.kind === 'report') onReport(message.report)
      if (message.kind === 'wrong') history.recordUnexpected(`${name}: ${message.text}`)
      if (message.kind === 'wrong') reject(new Error(`${name}: ${message.text}`))
    })
    child.on('exit', (code) => reject(new Error(`the process of ${name} ended (${code})`)))
    child.send(instructions)
  })
  return {
    name,
    setClock: (offsetMs: number) => writeFileSync(clock, String(offsetMs)),
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    end: () => child.send('end'),
    report: () =>
      new Promise<PhoneReport>((resolve) => {
        onReport = resolve
        child.send('report')
      }),
  }
}
