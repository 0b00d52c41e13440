import fc from 'fast-check'

const isFull = process.env.FULL_TESTS === '1'

/**
 * fast-check with a fixed seed in the fast run of the tests, so that a failure can be repeated. The
 * full run draws a random seed, which fast-check prints with a failure.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(isFull ? {} : { seed: 20_261_121 }) })

/** Number of runs of a slow property: all in the full run, a quarter in the fast run. */
export const costlyRuns = (runs: number) => (isFull ? runs : Math.ceil(runs / 4))

export default fc
