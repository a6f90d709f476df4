import { useSyncExternalStore } from 'react'
import { formatZoneNote } from '~/lib/time'

const subscribeToNothing = () => () => undefined
const getReaderZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the reader's time zone; undefined on the server and during hydration, because the two must render the same.
 */
export function useReaderZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, getReaderZone, () => undefined)
}

/** Returns a function that appends ` · Berlin time` if the event's zone differs from the reader's. */
export function useZoneSuffix(): (text: string, startsAt: string, zone: string) => string {
  const own = useReaderZone()
  return (text, startsAt, zone) => {
    const note = own === undefined ? undefined : formatZoneNote(startsAt, zone, own)
    return note === undefined ? text : `${text} · ${note}`
  }
}
