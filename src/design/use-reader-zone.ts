import { useSyncExternalStore } from 'react'
import { zoneNote } from '~/lib/time'

const never = () => () => undefined
const zoneOfReader = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the reader's time zone; undefined on the server and while hydrating, which must match. */
export function useReaderZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(never, zoneOfReader, () => undefined)
}

/** Returns a function that appends ` · Berlin time` if the event's zone differs from the reader's. */
export function useZoneSuffix(): (words: string, startsAt: string, zone: string) => string {
  const own = useReaderZone()
  return (words, startsAt, zone) => {
    const note = own === undefined ? undefined : zoneNote(startsAt, zone, own)
    return note === undefined ? words : `${words} · ${note}`
  }
}
