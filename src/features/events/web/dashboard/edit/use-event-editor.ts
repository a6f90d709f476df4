import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { notify } from '~/design/toast'
import { readDraft, writeDraft } from '~/design/use-stored-draft'
import type { EventDraft } from '../../../contract-dashboard'
import { events } from '../../queries'
import { draftQuery } from '../event-queries'
import { type Autosave, createAutosave } from './autosave'
import {
  type Changes,
  type FieldName,
  listFields,
  listFixedFields,
  NAMES,
  type EventValues,
  toEventValues,
  isSame,
  pick,
} from './event-values'
import type { Saving, Snapshot } from './saving'

type StoredChanges = { version: number; changes: Changes }

// Unsaved changes are stored per tab: they survive a reload or crash, and another tab with the same event stores its
// own.
const toStorageKey = (eventId: string) => `event-edit:${eventId}`

export type EventEditor = {
  saving: Saving
  values: EventValues
  change: (changes: Changes) => void
  /** Resolves to whether everything is saved. */
  flush: () => Promise<boolean>
  resolveConflict: Autosave['resolveConflict']
  /** Runs an action such as publishing after pending changes are saved, then refetches. */
  act: Autosave['act']
  expectOwnChanges: Autosave['expectOwnChanges']
  findError: (path: string) => string | undefined
  resolveOffered: Autosave['resolveOffered']
}

export function useEventEditor(draft: EventDraft): EventEditor {
  const client = useQueryClient()
  const { id } = draft
  const [autosave] = useState(() => {
    const { queryKey } = draftQuery(id)
    const reread = () => void client.invalidateQueries({ queryKey })
    const made = createAutosave({
      start: toSnapshot(draft),
      send: (changes, version) => sendChanges(id, changes, version),
      read: async () => toSnapshot(await client.fetchQuery({ ...draftQuery(id), staleTime: 0 })),
      onUnsaved: (changes, version) => storeUnsavedChanges(id, changes, version),
      // Reads the event again after a save, because missing details and warnings come from the server.
      onSaved: reread,
      onTheirs: (fields) =>
        notify.info(`Updated by someone else or in another window: ${formatFieldNames(fields)}`, {
          about: `event-theirs-${id}`,
        }),
    })
    if (draft.status === 'cancelled') made.close()
    return made
  })
  const saving = useSyncExternalStore(autosave.subscribe, autosave.get, autosave.get)

  useEffect(() => {
    autosave.receive(toSnapshot(draft))
    // Drops unsaved changes without asking, because a cancelled event can no longer be saved.
    if (draft.status === 'cancelled') autosave.close()
  }, [autosave, draft])

  // A reload may have interrupted a save.
  useEffect(() => {
    const stored = readUnsavedChanges(id, autosave.get().values)
    if (!stored) return
    if (stored.version === autosave.get().version) autosave.change(stored.changes)
    else autosave.offer(stored)
  }, [autosave, id])

  useEffect(() => {
    const sendNow = () => void autosave.flush()
    const hide = () => document.visibilityState === 'hidden' && sendNow()
    window.addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', hide)
      void saveAfterLeaving(autosave)
    }
  }, [autosave])

  return {
    saving,
    values: saving.values,
    change: autosave.change,
    flush: async () => {
      await autosave.flush()
      return autosave.get().state === 'saved'
    },
    resolveConflict: autosave.resolveConflict,
    act: autosave.act,
    expectOwnChanges: autosave.expectOwnChanges,
    findError: (path) => saving.errors[path],
    resolveOffered: autosave.resolveOffered,
  }
}

/** Sends unsaved changes after the page was left, and reports a failure. */
async function saveAfterLeaving(autosave: Autosave): Promise<void> {
  await autosave.flush()
  const fields = listFields(autosave.get().unsaved)
  if (fields.length > 0)
    notify.error(`Not saved: ${formatFieldNames(fields)}`, {
      detail: 'Your changes are stored in this window. Open the event again to save them.',
    })
}

export function formatFieldNames(fields: readonly FieldName[]): string {
  return fields.map((name) => NAMES[name]).join(', ')
}

function toSnapshot(draft: EventDraft): Snapshot {
  const { version, savedAt } = draft
  return { values: toEventValues(draft), version, savedAt, fixed: listFixedFields(draft) }
}

async function sendChanges(id: string, { lineUp, ...changes }: Changes, version: number) {
  if (lineUp === undefined) return await events.dashboard.save.call({ id, version, changes })
  const slots = lineUp.map(({ djId, name, startClock, endClock, billing }) => ({
    ...(djId === null ? { name } : { djId }),
    startClock,
    endClock,
    billing,
  }))
  return await events.dashboard.saveLineUp.call({ id, version, slots })
}

/** Stores the unsaved changes, or deletes them if there are none. */
export function storeUnsavedChanges(eventId: string, changes: Changes, version: number): void {
  const isSaved = listFields(changes).length === 0
  writeDraft(toStorageKey(eventId), isSaved ? undefined : JSON.stringify({ version, changes }))
}

/** Returns stored unsaved changes that differ from the saved values. */
export function readUnsavedChanges(eventId: string, now: EventValues): StoredChanges | undefined {
  const stored = readStoredChanges(eventId)
  if (!stored) return undefined
  const changes = pick(stored.changes, (name) => !isSame(stored.changes[name], now[name]))
  return listFields(changes).length > 0 ? { ...stored, changes } : undefined
}

function readStoredChanges(eventId: string): StoredChanges | undefined {
  try {
    const stored: unknown = JSON.parse(readDraft(toStorageKey(eventId)) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('version' in stored) || !('changes' in stored))
      return undefined
    const { version, changes } = stored
    // Written by this form; the server validates each field again.
    return typeof version === 'number' && typeof changes === 'object' && changes !== null
      ? { version, changes }
      : undefined
  } catch {
    return undefined
  }
}
