import { useCallback, useSyncExternalStore } from 'react'
import { createStore, type Store } from '../live/store'
import { keepText, keyOf, type Place, readText } from './kept-texts'

const drafts = new Map<string, Store<string>>()

/** What stands in the composer of a room, also after a reload or a change of room. */
export function draftOf(place: Place): Store<string> {
  const key = keyOf('draft', place)
  const known = drafts.get(key)
  if (known) return known
  const store = createStore(readText(key))
  const draft = {
    ...store,
    set(text: string) {
      store.set(text)
      keepText(key, text)
    },
  }
  // The server keeps nothing between requests.
  if (typeof window !== 'undefined') drafts.set(key, draft)
  return draft
}

/** The text of a room's composer, and how to change it. Empty on the server and in the first moment. */
export function useDraft({ personId, roomId }: Place): [text: string, setText: (text: string) => void] {
  const draft = draftOf({ personId, roomId })
  const text = useSyncExternalStore(draft.subscribe, draft.get, () => '')
  const setText = useCallback((next: string) => draftOf({ personId, roomId }).set(next), [personId, roomId])
  return [text, setText]
}
