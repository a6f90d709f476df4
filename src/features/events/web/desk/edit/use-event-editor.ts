import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { notify } from '~/design/toast'
import { readDraft, writeDraft } from '~/design/use-kept-draft'
import type { EventDraft } from '../../../contract-desk'
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

// With the tab, through a reload and a crash of it; another tab of the same event has its own.
const keyOf = (eventId: string) => `event-edit:${eventId}`

export type EventEditor = {
  saving: Saving
  values: EventValues
  /** Saved after a pause. */
  change: (changes: Changes) => void
  /** All of it is saved, or not: false. */
  flush: () => Promise<boolean>
  decide: Autosave['decide']
  /** Publishing and the like: after what waits is saved, and the event is read anew. */
  act: Autosave['act']
  hush: Autosave['hush']
  /** What the server says about a field. */
  errorOf: (path: string) => string | undefined
  takeOffered: Autosave['takeOffered']
}

/** The form of an event: what stands in it, and its way to the server. */
export function useEventEditor(draft: EventDraft): EventEditor {
  const client = useQueryClient()
  const { id } = draft
  const [autosave] = useState(() => {
    const { queryKey } = draftQuery(id)
    const reread = () => void client.invalidateQueries({ queryKey })
    const made = createAutosave({
      start: standOf(draft),
      send: (changes, version) => send(id, changes, version),
      read: async () => standOf(await client.fetchQuery({ ...draftQuery(id), staleTime: 0 })),
      onUnsaved: (changes, version) => keepChanges(id, changes, version),
      // What is missing and what looks odd is the server's to say.
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
    autosave.receive(standOf(draft))
    // What cannot be saved any more is nothing to be asked about.
    if (draft.status === 'cancelled') autosave.close()
  }, [autosave, draft])

  // A reload may have cut off what was on its way.
  useEffect(() => {
    const kept = readKeptChanges(id, autosave.get().values)
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
    takeOffered: autosave.takeOffered,
  }
}

/** The page has gone; what it typed still goes out, and says so if it cannot. */
async function leave(autosave: Autosave): Promise<void> {
  await autosave.flush()
  const fields = fieldsOf(autosave.get().unsaved)
  if (fields.length > 0)
    notify.error(`Not saved: ${namesOf(fields)}`, {
      detail: 'It is kept in this window. Open the event again to save it.',
    })
}

export function namesOf(fields: readonly FieldName[]): string {
  return fields.map((name) => NAMES[name]).join(', ')
}

function standOf(draft: EventDraft): Stand {
  return { values: valuesOf(draft), version: draft.version, savedAt: draft.savedAt }
}

async function send(id: string, { lineUp, ...changes }: Changes, version: number) {
  if (lineUp === undefined) return await events.desk.save.call({ id, version, changes })
  const slots = lineUp.map(({ djId, name, startClock, endClock, billing }) => ({
    ...(djId === null ? { name } : { djId }),
    startClock,
    endClock,
    billing,
  }))
  return await events.desk.saveLineUp.call({ id, version, slots })
}

/** Stores the unsaved changes; without any, deletes what was stored. */
export function keepChanges(eventId: string, changes: Changes, version: number): void {
  const isSaved = fieldsOf(changes).length === 0
  writeDraft(keyOf(eventId), isSaved ? undefined : JSON.stringify({ version, changes }))
}

/** Returns changes that were typed before and never saved, as far as they differ from the saved values. */
export function readKeptChanges(eventId: string, now: EventValues): Kept | undefined {
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
