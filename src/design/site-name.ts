import { createContext, useContext } from 'react'

/** Name of the site. Provided by the root route for pages, and by renderEmail for emails. */
export const SiteName = createContext('')

/** Returns the site's name; empty only if it could not be loaded. */
export function useSiteName(): string {
  return useContext(SiteName)
}
