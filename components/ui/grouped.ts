const format = new Intl.NumberFormat('hr-HR')

/** 10.000 as a person reads it. */
export const formatNumber = (n: number) => format.format(n)
