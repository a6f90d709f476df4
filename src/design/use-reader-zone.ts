import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const zoneOfReader = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's time zone; undefined on the server and in the browser's first render, which must say the same. */
export function useReaderZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(never, zoneOfReader, () => undefined)
}
