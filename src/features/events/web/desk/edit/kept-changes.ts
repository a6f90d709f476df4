import { readDraft, writeDraft } from '~/design/use-kept-draft'
import { type Changes, fieldsOf, isSame, type NightValues, pick } from './night-values'

type Kept = { version: number; changes: Changes }

// With the tab, through a reload and a crash of it; another tab of the same event has its own.
const keyOf = (eventId: string) => `event-edit:${eventId}`

/** Stores the unsaved changes; without any, deletes what was stored. */
export function keepChanges(eventId: string, changes: Changes, version: number): void {
  const isSaved = fieldsOf(changes).length === 0
  writeDraft(keyOf(eventId), isSaved ? undefined : JSON.stringify({ version, changes }))
}

/** Returns changes that were typed before and never saved, as far as they differ from the saved values. */
export function readKeptChanges(eventId: string, now: NightValues): Kept | undefined {
  const kept = read(eventId)
  if (!kept) return undefined
  const changes = pick(kept.changes, (name) => !isSame(kept.changes[name], now[name]))
  return fieldsOf(changes).length > 0 ? { ...kept, changes } : undefined
}

function read(eventId: string): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(readDraft(keyOf(eventId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('version' in kept) || !('changes' in kept))
      return undefined
    const { version, changes } = kept
    // Written by this form a moment ago; the server looks at each field once more.
    return typeof version === 'number' && typeof changes === 'object' && changes !== null
      ? { version, changes }
      : undefined
  } catch {
    return undefined
  }
}
