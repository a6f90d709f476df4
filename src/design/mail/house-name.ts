import { createContext, useContext } from 'react'

/** What the house is called, in the mail that is being written; see renderMail. */
export const HouseName = createContext('')

export function useHouseName(): string {
  return useContext(HouseName)
}
