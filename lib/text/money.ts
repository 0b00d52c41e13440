export const euro = new Intl.NumberFormat('hr-HR', { style: 'currency', currency: 'EUR' })

/** `2,50 €`, with the space that does not break. */
export const formatEuro = (amount: number) => euro.format(amount)
