import { useReducer } from 'react'

const stores = new Set<Map<string, unknown>>()
let present: string | undefined

/**
 * Creates a store for text typed in this tab, by subject, until it is sent or another person signs in. It is empty
 * on the server, because only typing fills it.
 */
export function createTabDrafts<Text>(): Map<string, Text> {
  const texts = new Map<string, Text>()
  stores.add(texts)
  return texts
}

/** Deletes the previous person's texts when another one signs in on this page. */
export function retainTabDrafts(personId: string): void {
  if (present !== undefined && present !== personId) clearTabDrafts()
  present = personId
}

export function clearTabDrafts(): void {
  for (const texts of stores) texts.clear()
}

/** Returns the stored text about one subject, in the form that `useForm` expects. */
export function useTabDraft<Text extends object>(texts: Map<string, Text>, about: string, blank: Text) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  return {
    draft: texts.get(about),
    keep: (change: (now: Text | undefined) => Partial<Text>) => {
      texts.set(about, { ...blank, ...change(texts.get(about)) })
      redraw()
    },
    drop: () => {
      texts.delete(about)
      redraw()
    },
  }
}
