import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { createStore, type Store } from '../live/store'
import { clearTexts, isOwnedBy, storeText, toTextKey, type Place, readText } from './stored-texts'

const drafts = new WeakMap<QueryClient, Map<string, Store<string>>>()

/** Returns the draft in a room's composer, which survives a reload or a change of room. */
export function getDraft(queryClient: QueryClient, place: Place): Store<string> {
  const key = toTextKey('draft', place)
  const own = drafts.get(queryClient) ?? new Map<string, Store<string>>()
  drafts.set(queryClient, own)
  const known = own.get(key)
  if (known) return known
  const store = createStore(readText(key))
  const draft = {
    ...store,
    set(text: string) {
      store.set(text)
      storeText(key, text)
    },
  }
  own.set(key, draft)
  return draft
}

/**
 * Puts a refused text back at the start of a room's draft, or after `before` if the draft starts with it. Returns the
 * part of the draft that ends with this text.
 */
export function returnToDraft(queryClient: QueryClient, place: Place, text: string, before = ''): string {
  const draft = getDraft(queryClient, place)
  const now = draft.get()
  const isFollowing = before !== '' && (now === before || now.startsWith(`${before}\n`))
  const returned = isFollowing ? `${before}\n${text}` : text
  const rest = isFollowing ? now.slice(before.length + 1) : now
  draft.set([returned, rest].filter(Boolean).join('\n'))
  return returned
}

/** Deletes all drafts when the person signs out, including those stored in the browser. */
export function clearDrafts(queryClient: QueryClient, personId: string): void {
  const own = drafts.get(queryClient)
  for (const [key, draft] of own ?? []) if (isOwnedBy(key, personId)) draft.set('')
  clearTexts(personId)
}

/** Returns a room's draft and its setter. Empty on the server and on the first render. */
export function useDraft({ personId, roomId }: Place): [text: string, setText: (text: string) => void] {
  const queryClient = useQueryClient()
  const draft = useMemo(() => getDraft(queryClient, { personId, roomId }), [personId, queryClient, roomId])
  const text = useSyncExternalStore(draft.subscribe, draft.get, () => '')
  return [text, draft.set]
}
