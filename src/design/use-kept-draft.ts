import { useMemo, useSyncExternalStore } from 'react'

// Typed text stays in its tab through a failed send, a reload and a visit to another page; a new tab starts blank.
const listeners = new Set<() => void>()
/** Used alone where the browser stores nothing. */
const memory = new Map<string, string>()

/** The text under a key; null without one. */
export function readDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeDraft(key: string, text: string | undefined): void {
  memory.delete(key)
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    if (text !== undefined) memory.set(key, text)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Draft = Readonly<Record<string, string>>

export type KeptDraft<Fields extends Draft> = {
  /** Undefined when nothing is kept, on the server, and in the first render of a page that came from there. */
  draft: Fields | undefined
  /**
   * Fields that are left out are those of `blank` again. A function gets what is kept at that moment: two changes in one
   * tick, such as an amount that is written out and the field that is entered next, do not undo each other.
   */
  keep: (fields: Partial<Fields> | ((kept: Fields | undefined) => Partial<Fields>)) => void
  drop: () => void
}

/** Text fields under a key of their own, such as `counter-offer:<id>`. Fields that a kept draft lacks are those of `blank`. */
export function useKeptDraft<Fields extends Draft>(key: string, blank: Fields): KeptDraft<Fields> {
  const text = useSyncExternalStore<string | null>(
    subscribe,
    () => readDraft(key),
    () => null,
  )
  const draft = useMemo(() => (text === null ? undefined : withKept(blank, text)), [text, blank])
  return {
    draft,
    keep: (fields) => {
      if (typeof fields !== 'function') return writeDraft(key, JSON.stringify(fields))
      const kept = readDraft(key)
      return writeDraft(key, JSON.stringify(fields(kept === null ? undefined : withKept(blank, kept))))
    },
    drop: () => writeDraft(key, undefined),
  }
}

function withKept<Fields extends Draft>(blank: Fields, text: string): Fields {
  let kept: unknown
  try {
    kept = JSON.parse(text)
  } catch {
    return blank
  }
  if (typeof kept !== 'object' || kept === null) return blank
  const known = Object.entries(kept).filter(([name, value]) => name in blank && typeof value === 'string')
  return { ...blank, ...Object.fromEntries(known) }
}
