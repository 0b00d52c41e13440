/** Returns the URL of a ticket's page. */
export const ticketAddress = (publicUrl: string, code: string) => `${publicUrl}/karta/${code}`
