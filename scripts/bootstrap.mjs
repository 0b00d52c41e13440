// First step of every command. It is plain JavaScript, because no package may be installed yet.
// Checks the version of Node.js, installs missing packages, then runs scripts/<command>.ts if a
// command is given.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node 20.19 or newer is needed; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}

const [command, ...commandArgs] = process.argv.slice(2)
const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const stamp = 'node_modules/.installed-lock'
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
if (installed !== lock) {
  process.stdout.write('Installing packages…\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { status } = spawnSync(npm, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    process.stderr.write(
      'The packages could not be installed. Fix the error shown above, then start again.\n',
    )
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}
if (!command) process.exit(0)

const child = spawn(
  process.execPath,
  ['--import', 'tsx', `scripts/${command}.ts`, ...commandArgs],
  {
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm sends a signal only to the shell between npm and this process. The shell ends without passing
// the signal on, so a change of the parent process id is treated as the signal to stop.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const parentCheck = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(parentCheck)
    child.kill('SIGTERM')
  }, 500)
}
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
