import type { Changes, FieldName, EventValues } from './event-values'

export type Snapshot = {
  values: EventValues
  version: number
  savedAt: string
  /** Fields that this user can't change. */
  fixed: readonly FieldName[]
}
/** `by` is null if that account was deleted. `at` is ISO. */
export type Origin = { by: { id: string; name: string } | null; at: string }
/** A version that was saved elsewhere while changes were unsaved here. */
export type Conflict = { newest: Snapshot; origin: Origin }
export type SaveState = 'saved' | 'saving' | 'retrying' | 'refused' | 'conflict'

/** `values` includes unsaved changes. */
export type Saving = Snapshot & {
  state: SaveState
  /** Errors by field path, such as `title` or `lineUp.2.startClock`. */
  errors: Readonly<Record<string, string>>
  /** A sentence that says why nothing can be saved, if no field is the cause. */
  sentence: string | undefined
  conflict: Conflict | undefined
  unsaved: Changes
  /** The unsaved changes to an older version, which the user can restore. */
  offered: Changes | undefined
  isClosed: boolean
}

export type AutosaveOptions = {
  start: Snapshot
  send: (changes: Changes, version: number) => Promise<{ version: number; savedAt: string }>
  read: () => Promise<Snapshot>
  /** Called when the unsaved changes change, to store them in the browser. */
  onUnsaved: (changes: Changes, version: number) => void
  onSaved: () => void
  /** Called when values that another user saved are shown. */
  onTheirs: (fields: FieldName[]) => void
}
