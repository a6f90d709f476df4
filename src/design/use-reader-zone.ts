import { useSyncExternalStore } from 'react'
import { zoneNote } from '~/lib/time'

const never = () => () => undefined
const zoneOfReader = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's time zone; undefined on the server and in the browser's first render, which must say the same. */
export function useReaderZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(never, zoneOfReader, () => undefined)
}

/** Returns a function that adds ` · Berlin time` to the words about a place whose clocks differ from the reader's. */
export function useZoneAside(): (words: string, startsAt: string, zone: string) => string {
  const own = useReaderZone()
  return (words, startsAt, zone) => {
    const note = own === undefined ? undefined : zoneNote(startsAt, zone, own)
    return note === undefined ? words : `${words} · ${note}`
  }
}
