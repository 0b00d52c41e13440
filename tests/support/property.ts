import fc from 'fast-check'

const isFull = process.env.FULL_TESTS === '1'

/**
 * fast-check with one seed in the fast part of the tests, so that a red run can be repeated. The full
 * run draws a seed; fast-check prints it with a failure.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(isFull ? {} : { seed: 20_261_121 }) })

/** Runs of a costly property: as many as given in full, a quarter in the fast part. */
export const costlyRuns = (runs: number) => (isFull ? runs : Math.ceil(runs / 4))

export default fc
