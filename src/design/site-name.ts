import { createContext, useContext } from 'react'

/** What the site is called, for whatever is drawn below it: the pages by the root route, an email by renderEmail. */
export const SiteName = createContext('')

/** Empty only where it could not be read. */
export function useSiteName(): string {
  return useContext(SiteName)
}
