import postgres from 'postgres'
import { afterEach, expect, it } from 'vitest'
import { endRuns, run } from '../support/command'
import { newDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'

let instance: Instance | undefined

afterEach(async () => {
  await endRuns()
  await instance?.stop()
})

/** Returns the content of the tables that a simulated night changes, as one text. */
async function contents(sql: postgres.Sql) {
  const rows: Record<string, unknown> = {}
  for (const table of [
    'gates',
    'gate_devices',
    'gate_pairings',
    'passages',
    'duplicate_admissions',
    'guests',
  ])
    rows[table] = await sql`select t.* from ${sql(table)} t order by t::text`
  rows.lists = await sql`select id, name from guest_lists order by id`
  rows.counts = await sql`
    select list_id, sum(total)::int as everyone, sum(entered)::int as entered
    from guest_list_counts where list_id in (select id from guest_lists) group by 1 order by 1`
  return JSON.stringify(rows)
}

it('a simulated night passes the gates of a running instance, and can be removed completely', async () => {
  const url = await newDatabase()
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  instance = await startInstance(url)
  const startNight = (...args: string[]) =>
    run(
      'night',
      {
        DATABASE_URL: url,
        PUBLIC_URL: (instance as Instance).url,
        AUTH_SECRET: 'a secret of the tests, long enough to be one',
      },
      ...args,
    )
  const runNight = async (...args: string[]) => {
    const running = startNight(...args)
    return { code: await running.exit, output: running.output() }
  }
  try {
    const before = await contents(sql)
    const small = ['--guests', '60', '--gates', '2', '--speed', '3600', '--copies', '0.2']
    const { code, output } = await runNight(...small)
    expect({ code, output }).toMatchObject({ code: 0 })

    // The totals that the command printed last must match the database and the gate board.
    const last = (pattern: RegExp) => [...output.matchAll(pattern)].at(-1)?.[1] ?? ''
    const printedTotal = (label: string) => Number(last(new RegExp(`${label} (\\d+)`, 'g')))
    const [stored] = await sql`
      select count(*) filter (where verdict = 'admitted')::int as admitted,
        count(*) filter (where verdict = 'left')::int as left,
        count(*) filter (where verdict not in ('admitted', 'left'))::int as refused,
        count(*) filter (where decided = 'alone')::int as late,
        (select count(*)::int from guests where entered_at is not null) as inside,
        (select count(*)::int from duplicate_admissions) as doubles
      from passages`
    expect({
      admitted: printedTotal('admitted'),
      left: printedTotal('left'),
      late: printedTotal('delivered late'),
      inside: printedTotal('Inside'),
      doubles: printedTotal('duplicate admissions'),
      refused: [...last(/refused ([^;]*);/g).matchAll(/\d+/g)]
        .map(Number)
        .reduce((a, b) => a + b, 0),
    }).toEqual(stored)
    expect(stored?.admitted).toBeGreaterThan(40)
    expect(stored?.refused).toBeGreaterThan(0)
    expect(stored?.late).toBeGreaterThan(0)
    const cookie = await demoCookie(instance.url, 1)
    const read = async (path: string) =>
      (await fetch(instance?.url + path, { headers: { cookie } })).json()
    const board = await read('/api/gates/board/')
    const devices = board.gates.flatMap((gate: { devices: unknown[] }) => gate.devices)
    const sum = (rows: Record<string, number>[], field: string) =>
      rows.reduce((all, row) => all + (row[field] as number), 0)
    expect(sum(devices, 'admitted')).toBe(stored?.admitted)
    expect(board.doubles).toHaveLength(stored?.doubles)

    expect((await runNight(...small)).output).toMatch(/^A simulated night exists already/)
    expect(await runNight('--clear')).toMatchObject({ code: 0 })
    expect(await contents(sql)).toBe(before)
    expect((await runNight('--clear')).output).toMatch(/^There is no simulated night/)

    // A second simulated night is ended with Ctrl+C.
    const second = startNight(...small.slice(0, 4), '--speed', '60')
    await expect.poll(second.output, { timeout: 60_000 }).toContain('Ctrl-C ends it')
    second.child.kill('SIGINT')
    expect(await second.exit).toBe(0)
    expect(second.output()).toContain('Ended early')
    expect(await runNight('--clear')).toMatchObject({ code: 0 })
    expect(await contents(sql)).toBe(before)

    const [{ id } = { id: 0 }] = await sql`
      insert into guests (name, surname, list_id, bought_at, conf_code)
      select 'Ana', 'Anić', min(id), now(), gen_random_uuid() from guest_lists returning id`
    await sql`insert into passages (id, guest_id, direction, verdict, decided, at)
      values (passage_id(now()), ${id}, 'in', 'admitted', 'server', now())`
    expect((await runNight(...small)).output).toMatch(/^Real guests have passed.*--force/)
    expect(await runNight('--clear')).toMatchObject({ code: 0 })
    expect((await sql`select 1 from guests where id = ${id}`).length).toBe(1)
  } finally {
    await sql.end()
  }
})

it.each([
  ['--guests', 'many'],
  ['--guests', '0'],
  ['--speed', ''],
  ['--copies', '2'],
  ['--arrivals', 'never'],
  ['--what', '1'],
])('npm run night refuses %s %s and prints its options', async (...args) => {
  const running = run('night', {}, ...args)
  expect(await running.exit).toBe(1)
  expect(running.output()).toContain('npm run night -- ')
})
