import { createContext, useContext } from 'react'

type IsGone = (id: string | number) => boolean

/** Which rows of the list around are shown though they are no longer there. */
export const GoneRows = createContext<IsGone>(() => false)

/** The look of a row by its number: crossed out, where it is no longer there. */
export function useGoneLook(): (id: string | number) => string | undefined {
  const isGone = useContext(GoneRows)
  return (id) => (isGone(id) ? 'gone' : undefined)
}
