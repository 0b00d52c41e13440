/** Where a ticket is shown. */
export const ticketAddress = (publicUrl: string, code: string) => `${publicUrl}/karta/${code}`
