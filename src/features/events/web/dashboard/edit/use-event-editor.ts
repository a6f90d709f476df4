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
  fieldsOf,
  NAMES,
  type EventValues,
  valuesOf,
  isSame,
  pick,
} from './event-values'
import type { Saving, Stand } from './saving'

type Kept = { version: number; changes: Changes }

// Stored per tab: survives a reload or crash; another tab of the same event has its own.
const keyOf = (eventId: string) => `event-edit:${eventId}`

export type EventEditor = {
  saving: Saving
  values: EventValues
  change: (changes: Changes) => void
  /** Resolves to whether everything is saved. */
  flush: () => Promise<boolean>
  decide: Autosave['decide']
  /** Runs an action such as publishing after pending changes are saved, then refetches. */
  act: Autosave['act']
  hush: Autosave['hush']
  errorOf: (path: string) => string | undefined
  resolveOffered: Autosave['resolveOffered']
}

export function useEventEditor(draft: EventDraft): EventEditor {
  const client = useQueryClient()
  const { id } = draft
  const [autosave] = useState(() => {
    const { queryKey } = draftQuery(id)
    const reread = () => void client.invalidateQueries({ queryKey })
    const made = createAutosave({
      start: snapshotOf(draft),
      send: (changes, version) => send(id, changes, version),
      read: async () => snapshotOf(await client.fetchQuery({ ...draftQuery(id), staleTime: 0 })),
      onUnsaved: (changes, version) => storeUnsavedChanges(id, changes, version),
      // Missing details and warnings come from the server.
      onSaved: reread,
      onTheirs: (fields, by) =>
        notify.info(
          by === undefined ? `Changed elsewhere: ${namesOf(fields)}` : `${by} changed ${namesOf(fields)}`,
          {
            about: `event-theirs-${id}`,
          },
        ),
    })
    if (draft.status === 'cancelled') made.close()
    return made
  })
  const saving = useSyncExternalStore(autosave.subscribe, autosave.get, autosave.get)

  useEffect(() => {
    autosave.receive(snapshotOf(draft))
    // Changes that can no longer be saved need no confirmation.
    if (draft.status === 'cancelled') autosave.close()
  }, [autosave, draft])

  // A reload may have interrupted a save.
  useEffect(() => {
    const kept = readUnsavedChanges(id, autosave.get().values)
    if (!kept) return
    if (kept.version === autosave.get().version) autosave.change(kept.changes)
    else autosave.offer(kept)
  }, [autosave, id])

  useEffect(() => {
    const sendNow = () => void autosave.flush()
    const hide = () => document.visibilityState === 'hidden' && sendNow()
    window.addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', hide)
      void leave(autosave)
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
    decide: autosave.decide,
    act: autosave.act,
    hush: autosave.hush,
    errorOf: (path) => saving.errors[path],
    resolveOffered: autosave.resolveOffered,
  }
}

/** Sends unsaved changes after the page was left, and reports a failure. */
async function leave(autosave: Autosave): Promise<void> {
  await autosave.flush()
  const fields = fieldsOf(autosave.get().unsaved)
  if (fields.length > 0)
    notify.error(`Not saved: ${namesOf(fields)}`, {
      detail: 'Your changes are stored in this window. Open the event again to save them.',
    })
}

export function namesOf(fields: readonly FieldName[]): string {
  return fields.map((name) => NAMES[name]).join(', ')
}

function snapshotOf(draft: EventDraft): Stand {
  return { values: valuesOf(draft), version: draft.version, savedAt: draft.savedAt }
}

async function send(id: string, { lineUp, ...changes }: Changes, version: number) {
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
  const isSaved = fieldsOf(changes).length === 0
  writeDraft(keyOf(eventId), isSaved ? undefined : JSON.stringify({ version, changes }))
}

/** Returns stored unsaved changes that differ from the saved values. */
export function readUnsavedChanges(eventId: string, now: EventValues): Kept | undefined {
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
    // Written by this form; the server validates each field again.
    return typeof version === 'number' && typeof changes === 'object' && changes !== null
      ? { version, changes }
      : undefined
  } catch {
    return undefined
  }
}
