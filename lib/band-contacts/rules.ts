/** Where a click calls: the digits, and the plus of a country's code, of what was typed. */
export const telephoneLink = (phone: string) =>
  `tel:${phone.trim().startsWith('+') ? '+' : ''}${phone.replace(/\(0\)|\D/g, '')}`
