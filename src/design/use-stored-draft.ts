import { useMemo, useSyncExternalStore } from 'react'

// Typed text survives a failed send, a reload and navigation within its tab; a new tab starts empty.
const listeners = new Set<() => void>()
/** Fallback if the browser blocks storage. */
const memory = new Map<string, string>()

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

export type StoredDraft<Fields extends Draft> = {
  /** Undefined without a stored draft, on the server, and while hydrating. */
  draft: Fields | undefined
  /**
   * Stores the draft; omitted fields reset to `blank`. Pass a function to read the latest stored fields. Two changes in
   * one tick then don't overwrite each other.
   */
  keep: (fields: Partial<Fields> | ((stored: Fields | undefined) => Partial<Fields>)) => void
  drop: () => void
}

/** Stores text fields under a key such as `counter-offer:<id>`. Fields missing from a stored draft come from `blank`. */
export function useStoredDraft<Fields extends Draft>(key: string, blank: Fields): StoredDraft<Fields> {
  const text = useSyncExternalStore<string | null>(
    subscribe,
    () => readDraft(key),
    () => null,
  )
  const draft = useMemo(() => (text === null ? undefined : parseDraft(blank, text)), [text, blank])
  return {
    draft,
    keep: (fields) => {
      if (typeof fields !== 'function') return writeDraft(key, JSON.stringify(fields))
      const stored = readDraft(key)
      return writeDraft(key, JSON.stringify(fields(stored === null ? undefined : parseDraft(blank, stored))))
    },
    drop: () => writeDraft(key, undefined),
  }
}

function parseDraft<Fields extends Draft>(blank: Fields, text: string): Fields {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return blank
  }
  if (typeof stored !== 'object' || stored === null) return blank
  const known = Object.entries(stored).filter(([name, value]) => name in blank && typeof value === 'string')
  return { ...blank, ...Object.fromEntries(known) }
}
