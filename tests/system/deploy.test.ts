import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseEnv } from 'node:util'
import { validate } from 'dockerfile-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseSettings, settingNames } from '@/lib/config/settings'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { endRuns, newDir } from '../support/command'
import { newDatabase } from '../support/database'

afterEach(endRuns)

const packageJson = JSON.parse(readFileSync('package.json', 'utf8'))
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')

/** Steps of the Dockerfile in order: the instruction and its arguments. */
const steps = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split(/\s+(.*)/s).slice(0, 2) as [step: string, args: string])
const all = (step: string) => steps.flatMap(([name, args]) => (name === step ? [args] : []))
const isFromContext = (args: string) => !args.startsWith('--from')

/** Whether .dockerignore excludes a path. A later line that starts with `!` includes it again. */
function isIgnored(path: string): boolean {
  let ignored = false
  for (const line of readFileSync('.dockerignore', 'utf8').split('\n')) {
    if (!line || line.startsWith('#')) continue
    const pattern = line
      .replace('!', '')
      .replaceAll(/[.+]/g, '\\$&')
      .replaceAll('**/', '(.+/)?')
      .replaceAll(/(?<!\))\*/g, '[^/]*')
    if (new RegExp(`^${pattern}(/|$)`).test(path)) ignored = !line.startsWith('!')
  }
  return ignored
}

describe('the container image', () => {
  it('has a valid Dockerfile without deprecated instructions', () => {
    const problems = validate(dockerfile).map(
      ({ message, range }) => `${range.start.line + 1}: ${message}`,
    )
    expect(problems).toEqual([])
  })

  it('copies existing files, runs existing npm scripts, and runs as the user node', () => {
    for (const args of all('COPY').filter(isFromContext))
      for (const source of args.split(' ').slice(0, -1)) {
        expect(existsSync(source), source).toBe(true)
        expect(isIgnored(source), source).toBe(false)
      }
    for (const [, name = ''] of all('RUN')
      .join('\n')
      .matchAll(/npm run (\S+)/g))
      expect(packageJson.scripts).toHaveProperty(name)
    expect(JSON.parse(all('CMD')[0] as string).join(' ')).toBe(packageJson.scripts.start)
    expect(all('USER')).toEqual(['node'])
    const last = steps.map(([step]) => step).lastIndexOf('FROM')
    expect(steps.map(([step]) => step).indexOf('USER')).toBeGreaterThan(last)
    expect(all('ARG')[0]).toMatch(/^NODE_IMAGE=node:\d+\.\d+\.\d+-slim$/)
  })

  it('contains no secrets and no local files of the build machine', () => {
    for (const path of [
      '.env',
      '.env.local',
      'deploy/env',
      'node_modules/next',
      '.data',
      '.git',
      'a.backup',
    ])
      expect(isIgnored(path), path).toBe(true)
    for (const path of [
      '.env.example',
      'app/env.ts',
      'next.config.ts',
      'tests/support/instance.ts',
    ])
      expect(isIgnored(path), path).toBe(false)
  })

  /**
   * Runs the steps of the Dockerfile on this machine, without Docker. Packages and build are copied
   * from this clone.
   */
  it.runIf(process.platform === 'linux')(
    'is built by the steps of its Dockerfile, and serves until SIGTERM',
    async () => {
      const root = newDir()
      for (const args of all('COPY').filter(isFromContext))
        for (const source of args.split(' ').slice(0, -1))
          cpSync(source, join(root, source), {
            recursive: true,
            filter: (path) => !isIgnored(relative('.', path)),
          })
      const env: NodeJS.ProcessEnv = {
        PATH: process.env.PATH,
        HOME: root,
        TMPDIR: root,
        NODE_ENV: 'production',
      }
      for (const command of all('RUN')) {
        // Skips the step that needs root and a user who exists only in the last stage of the image.
        if (command.startsWith('install ')) continue
        if (command === 'npm run packages') {
          execFileSync('cp', ['-al', 'node_modules', root])
          // `cp -al` makes hard links. A step could overwrite these two files in place, and would
          // then change the files of this clone.
          rmSync(join(root, 'node_modules/.package-lock.json'))
          const stamp = 'node_modules/.installed-lock'
          if (existsSync(stamp)) {
            rmSync(join(root, stamp))
            copyFileSync(stamp, join(root, stamp))
          }
        }
        if (command === 'npm run build')
          cpSync('.next', join(root, '.next'), {
            recursive: true,
            filter: (path) => !path.startsWith('.next/cache'),
          })
        const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
          cwd: root,
          env,
          encoding: 'utf8',
        })
        expect(`${command}: ${status} ${status === 0 ? '' : stderr}`).toBe(`${command}: 0 `)
        // The steps must not install or build again: packages and build would differ from the
        // tested ones.
        expect(stdout).not.toMatch(/Installing|Building/)
      }
      expect(existsSync(join(root, 'node_modules/vitest'))).toBe(false)

      const programs = join(root, 'programs')
      mkdirSync(programs)
      writeFileSync(join(programs, 'systemd-notify'), `#!/bin/sh\necho "$@" > ${root}/notified\n`)
      chmodSync(join(programs, 'systemd-notify'), 0o755)
      const [program, ...args] = JSON.parse(all('CMD')[0] as string)
      const PORT = String(await freePort())
      const child = spawn(program, args, {
        cwd: root,
        // Gives the process a group of its own, so that all its children can be killed with it.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...env,
          PATH: `${programs}:${env.PATH}`,
          NOTIFY_SOCKET: '/nowhere',
          HOST: '0.0.0.0',
          PORT,
          DATABASE_URL: await newDatabase(),
          PUBLIC_URL: 'https://festival.example',
          TRUST_PROXY: '1',
          AUTH_SECRET: 's'.repeat(32),
        },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk
        })
      try {
        const hasOutcome = () =>
          [
            child.exitCode !== null,
            existsSync(join(root, 'notified')) &&
              readFileSync(join(root, 'notified'), 'utf8') !== '',
            /Installing|Building/.test(output),
          ].some(Boolean)
        await expect.poll(hasOutcome, { timeout: 100_000 }).toBe(true)
        expect(readFileSync(join(root, 'notified'), 'utf8'), output).toBe('--ready\n')
        const [, , script] = JSON.parse(
          (all('HEALTHCHECK')[0] as string).split('CMD ')[1] as string,
        )
        const health = () =>
          spawnSync(process.execPath, ['-e', script], { env: { ...env, PORT }, timeout: 60_000 })
            .status
        await expect.poll(health).toBe(0)
        expect((await fetch(`http://127.0.0.1:${PORT}/`)).status).toBe(200)
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
        expect(child.exitCode).toBe(0)
        expect(health()).toBe(1)
      } finally {
        if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGKILL')
      }
    },
  )
})

interface Service {
  build?: { context: string; dockerfile: string }
  depends_on?: string[] | object
  volumes?: string[]
  environment?: object
}

describe('the compose file', () => {
  const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true })
  const example = readFileSync('deploy/env.example', 'utf8')
  const exampleSettings = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
    ([, name]) => name as string,
  )

  it('names only existing files, services, volumes and settings', () => {
    const services = Object.entries<Service>(compose.services)
    const mounted = new Set<string>()
    for (const [name, { build, depends_on = {}, volumes = [], environment = {} }] of services) {
      if (build) expect(existsSync(join('deploy', build.context, build.dockerfile))).toBe(true)
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      for (const other of needed) expect(compose.services, name).toHaveProperty(other)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect(existsSync(join('deploy', source)), source).toBe(true)
        else mounted.add(source)
      }
      if (build)
        for (const setting of Object.keys(environment)) expect(settingNames).toContain(setting)
    }
    expect([...mounted].sort()).toEqual(Object.keys(compose.volumes).sort())
    const references = JSON.stringify(compose).matchAll(/\$\{([A-Z_]+)/g)
    for (const [, name] of references) expect(exampleSettings).toContain(name)
    const { ONE, TWO } = compose.services.proxy.environment
    const port = /PORT=(\d+)/.exec(dockerfile)?.[1]
    expect([ONE, TWO]).toEqual([`app-1:${port}`, `app-2:${port}`])
    expect(compose.services['app-2']).toEqual(compose.services['app-1'])
  })

  it('has an example file whose settings are known, and valid once filled in', () => {
    const composeSettings = ['SITE', 'POSTGRES_PASSWORD']
    for (const name of exampleSettings)
      if (!composeSettings.includes(name)) expect(settingNames).toContain(name)
    const filled = parseEnv(
      example.replaceAll(/^([A-Z_]+)=$/gm, `$1=${'festival.example'.repeat(2)}`),
    )
    const settings = parseSettings({
      ...filled,
      ADMIN_EMAILS: 'ana@festival.example',
      GOOGLE_HOSTED_DOMAIN: 'festival.example',
    })
    expect(settings.DEMO).toBe(false)
    expect(settings.TRUST_PROXY).toBe(1)
  })
})

describe('the systemd unit', () => {
  const UNIT = 'brucosijada@.service'
  const hasSystemdAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0
  if (!hasSystemdAnalyze)
    process.stderr.write('No systemd-analyze here: the service’s unit is not read.\n')

  it('runs the command of npm start, and allows enough time for the shutdown', () => {
    const unit = readFileSync(join('deploy', UNIT), 'utf8')
    expect(unit).toContain(`ExecStart=/usr/bin/${packageJson.scripts.start}\n`)
    const wait = Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])
    expect(wait).toBeGreaterThanOrEqual(15)
    expect(compose().stop_grace_period).toBe(`${wait}s`)
  })

  it.runIf(hasSystemdAnalyze)(
    'is valid for systemd, and has an exposure level of at most 2',
    () => {
      const file = join(newDir(), UNIT)
      copyFileSync(join('deploy', UNIT), file)
      // The path of Node.js differs between machines, and systemd checks that the program exists.
      const unit = readFileSync(file, 'utf8').replace('/usr/bin/node', process.execPath)
      writeFileSync(file, unit)
      const analyze = (...args: string[]) =>
        spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8', cwd: dirname(file) })
      const verified = analyze('verify', '--man=no')
      expect(`${verified.status} ${verified.stderr}`).toBe('0 ')
      const { stdout } = analyze('security', '--offline=true')
      const exposure = Number(/Overall exposure level for \S+ ([\d.]+)/.exec(stdout)?.[1])
      expect(exposure).toBeLessThanOrEqual(2)
    },
  )
})

const compose = () =>
  parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }).services['app-1']
