import { useMemo, useState } from 'react'
import type { ChatMessage } from '../../contract-shapes'
import { drawnOf, newerWindow, newestWindow, olderWindow } from '../../rules/message-window'

/** Of all messages that are loaded, those that are drawn; and how to come to the others. */
export function useMessageWindow(messages: readonly ChatMessage[]) {
  const places = useMemo(() => messages.map(({ seq }) => seq), [messages])
  const [shown, setShown] = useState(() => newestWindow(places))
  const { start, end } = drawnOf(places, shown)
  const drawn = useMemo(() => messages.slice(start, end), [messages, start, end])
  return {
    drawn,
    /** Whether older ones are loaded that are not drawn, and newer ones. */
    hasOlder: start > 0,
    hasNewer: end < places.length,
    showOlder: () => setShown(olderWindow(places, shown)),
    showNewer: () => setShown(newerWindow(places, shown)),
    showNewest: () => setShown(newestWindow(places)),
  }
}
