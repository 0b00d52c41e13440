import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@/scripts/lib/embedded-postgres'

/**
 * Starts a baseline server from a file of tests/bench on the same database. Resolves when the
 * server responds.
 */
export async function startBaseline(file: string, databaseUrl: string) {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', `tests/bench/${file}`], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port) },
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/empty`).catch(() => null))?.ok) await sleep(50)
  return { url, stop: () => child.kill() }
}
