import type { Changes, FieldName, EventValues } from './event-values'

export type Stand = { values: EventValues; version: number; savedAt: string }
export type Conflict = {
  fields: FieldName[]
  mine: Changes
  theirs: EventValues
  /** Undefined if that account was deleted. `at` is ISO. */
  by: { id: string; name: string } | undefined
  at: string
}
export type SaveState = 'saved' | 'saving' | 'retrying' | 'refused' | 'conflict'

export type Saving = {
  /** Saved values with unsaved changes. */
  values: EventValues
  version: number
  savedAt: string
  state: SaveState
  /** By field path: `title`, `lineUp.2.startClock`. */
  errors: Readonly<Record<string, string>>
  /** Why nothing can be saved, if no field is the cause. */
  sentence: string | undefined
  conflict: Conflict | undefined
  unsaved: Changes
  /** Changes to an older version that were never saved. */
  offered: Changes | undefined
  isClosed: boolean
}

export type AutosaveOptions = {
  start: Stand
  send: (changes: Changes, version: number) => Promise<{ version: number; savedAt: string }>
  read: () => Promise<Stand>
  /** Called when the unsaved changes change, to store them in the browser. */
  onUnsaved: (changes: Changes, version: number) => void
  onSaved: () => void
  /** Called when another user changed only fields that we did not change. */
  onTheirs: (fields: FieldName[], by: string | undefined) => void
}
