const format = new Intl.NumberFormat('hr-HR')

/** Formats a number with Croatian digit grouping, for example 10.000. */
export const formatNumber = (n: number) => format.format(n)
