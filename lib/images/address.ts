/** Where a stored picture is served; its hash changes with its bytes. */
export const imageAddress = (hash: string) => `/api/images/${hash}`
