import { print } from '../../scripts/lib/command'

const SLOWEST = 10

/** Duration of one test, under the name by which `npm test -- -g` finds the test. */
interface TimedTest {
  name: string
  seconds: number
}

/** Results of one level of a test run, such as `unit` or `browser`. */
export class LevelReport {
  passed = 0
  readonly failures: string[] = []
  readonly secondTries: string[] = []
  readonly timed: TimedTest[] = []

  /** Records a failure with the first lines of its reason, to be printed at the end of the run. */
  fail(name: string, reason = '') {
    this.failures.push(`${name}\n${firstLines(reason, 12)}`)
  }

  /** Records a test that passed at its second try. Such a test counts as passed. */
  secondTry(name: string, firstError = '') {
    this.secondTries.push(`${name}\n${firstLines(firstError, 4)}`)
  }

  /** Counts a check, such as the linter, as one test. The tool has already printed its findings. */
  check(name: string, passes: boolean) {
    if (passes) this.passed++
    else this.fail(name, 'Its findings are shown above.')
  }
}

/** Collects the results of all levels of a test run and prints them at the end. */
export class TestReport {
  #levels: LevelReport[] = []

  get passed() {
    return this.#levels.reduce((sum, level) => sum + level.passed, 0)
  }

  get failed() {
    return this.#all(({ failures }) => failures).length
  }

  /** Runs one level and prints its line: how many tests passed, and how long it took. */
  async level(name: string, run: (level: LevelReport) => Promise<unknown>): Promise<void> {
    const began = Date.now()
    const level = new LevelReport()
    this.#levels.push(level)
    await run(level)
    print(levelLine(name, level, (Date.now() - began) / 1000))
  }

  /** Prints the slowest tests, second tries and failures; the last line counts all tests. */
  print() {
    const slowest = this.#all(({ timed }) => timed)
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, SLOWEST)
    if (slowest.length > 1) {
      print('\nSlowest ten:')
      for (const { name, seconds } of slowest) print(`  ${seconds.toFixed(1)} s  ${name}`)
    }
    const secondTries = this.#all(({ secondTries }) => secondTries)
    if (secondTries.length > 0) print('\nPassed at the second try:')
    for (const one of secondTries) print(`\n↻ ${one}`)
    for (const failure of this.#all(({ failures }) => failures)) print(`\n✗ ${failure}`)
    if (this.passed + this.failed === 0) print('\nNo test was found.')
    print(`\n${this.passed} passed, ${this.failed} failed`)
  }

  #all<T>(of: (level: LevelReport) => readonly T[]): T[] {
    return this.#levels.flatMap(of)
  }
}

const NUMBER = new Intl.NumberFormat('en')

export function levelLine(
  name: string,
  { passed, failures, secondTries }: LevelReport,
  seconds: number,
) {
  const counts = NUMBER.format(passed).padStart(6)
  const time = `${Math.round(seconds)} s`.padStart(8)
  const tries = secondTries.length
  return [
    `${failures.length === 0 ? '✓' : '✗'} ${name.padEnd(22)}${counts}${time}`,
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ...(tries > 0 ? [`${tries} at ${tries === 1 ? 'its' : 'their'} second try`] : []),
  ].join('   ')
}

const firstLines = (text: string, count: number) => text.split('\n').slice(0, count).join('\n')
