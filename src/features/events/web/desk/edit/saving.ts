import type { Changes, FieldName, EventValues } from './event-values'

export type Stand = { values: EventValues; version: number; savedAt: string }
export type Conflict = {
  fields: FieldName[]
  mine: Changes
  theirs: EventValues
  /** Undefined when the server does not say: the account is gone. `at` is an ISO moment. */
  by: { id: string; name: string } | undefined
  at: string
}
export type SaveState = 'saved' | 'saving' | 'retrying' | 'refused' | 'conflict'

export type Saving = {
  /** As the form shows them: what is saved with what is not. */
  values: EventValues
  version: number
  savedAt: string
  state: SaveState
  /** By the path of the field: `title`, `lineUp.2.startClock`. */
  errors: Readonly<Record<string, string>>
  /** Why nothing can be saved, where no field is to blame. */
  sentence: string | undefined
  conflict: Conflict | undefined
  unsaved: Changes
  /** Typed here before and never saved, while the event has changed since. */
  offered: Changes | undefined
  /** The event is off: nothing is saved any more. */
  isClosed: boolean
}

/** What the form needs of the world around it. */
export type AutosaveOptions = {
  start: Stand
  send: (changes: Changes, version: number) => Promise<{ version: number; savedAt: string }>
  /** What the server holds now. */
  read: () => Promise<Stand>
  /** Called whenever what is not saved yet is another: to keep it in the browser. */
  onUnsaved: (changes: Changes, version: number) => void
  onSaved: () => void
  /** Somebody else changed these, and none of ours were among them. */
  onTheirs: (fields: FieldName[], by: string | undefined) => void
}
