import { createContext, useContext } from 'react'

/** What the house is called, for whatever is drawn below it: the pages by the root route, a mail by renderEmail. */
export const HouseName = createContext('')

/** Empty only where it could not be read. */
export function useHouseName(): string {
  return useContext(HouseName)
}
