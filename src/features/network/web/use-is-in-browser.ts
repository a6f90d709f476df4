import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while the server draws, which cannot wait for parts that are loaded later. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
