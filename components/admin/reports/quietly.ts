/** For what stands open all night: read again now and then, without a word when it fails. */
export const QUIETLY = { refetchInterval: 30_000 }
