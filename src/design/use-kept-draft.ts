import { useMemo, useSyncExternalStore } from 'react'

// What is typed stays with its tab through a failed send, a reload and a look at another page; a new tab starts afresh.
const listeners = new Set<() => void>()
/** Used alone where the browser keeps nothing. */
const memory = new Map<string, string>()

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

function write(key: string, text: string | undefined): void {
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
    () => read(key),
    () => null,
  )
  const draft = useMemo(() => (text === null ? undefined : withKept(blank, text)), [text, blank])
  return {
    draft,
    keep: (fields) => {
      if (typeof fields !== 'function') return write(key, JSON.stringify(fields))
      const kept = read(key)
      return write(key, JSON.stringify(fields(kept === null ? undefined : withKept(blank, kept))))
    },
    drop: () => write(key, undefined),
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
