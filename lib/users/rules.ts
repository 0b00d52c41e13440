/**
 * Whether this address can ever sign in: staff have addresses of the organisation (spec
 * sections 5 and 6). Any will do where no domain is set, as in a demo.
 */
export const isStaffEmail = (email: string, domain: string | undefined) =>
  !domain || email.toLowerCase().endsWith(`@${domain}`)
