export const euro = new Intl.NumberFormat('hr-HR', { style: 'currency', currency: 'EUR' })

/** Formats an amount in euros as `2,50 €`, with a non-breaking space. */
export const formatEuro = (amount: number) => euro.format(amount)
