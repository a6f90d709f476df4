import { ORPCError } from '@orpc/client'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import type { SaveReport } from './save-report'

/** The fields of a ticket type as typed. Text in a number field is invalid and is never sent. */
export type TypeDraft = Partial<{
  name: string
  description: string
  priceCents: number | string
  stock: number | string
  saleStartsAt: string | null
  saleEndsAt: string | null
  accessCode: string | null
}>
type Changes = Readonly<TypeDraft>

export interface RowState {
  unsaved: Changes
  /** Server errors by field. A field with an error waits for a new value and doesn't block other fields. */
  errors: Readonly<Record<string, string>>
}

export interface RowSaves {
  state: SaveReport['state'] | undefined
  rows: Readonly<Record<string, RowState>>
}

type Options = {
  /** Sends the changes of a row. Resolves when they are saved and the cached data contains them. */
  send: (id: string, changes: Changes) => Promise<void>
  /**
   * Called when the server refuses a row as a whole, for example because it was deleted. Its changes are dropped, and
   * the data is refetched.
   */
  onRefused: (sentence: string) => void
}

const PAUSE_MS = 700
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
const nothing: RowState = { unsaved: {}, errors: {} }

/**
 * Saves fields of rows as they change: after a pause, one row at a time, with retries when there is no response. A
 * refused field keeps its typed value and shows the error, while the rest of its row is saved.
 */
export function createRowSaver({ send, onRefused }: Options) {
  const waiting = new Map<string, Changes>()
  const held = new Map<string, Changes>()
  const errors = new Map<string, Record<string, string>>()
  let sending: { id: string; changes: Changes } | undefined
  let fails = 0
  let hasSaved = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let snapshot: RowSaves = { state: undefined, rows: {} }
  const listeners = new Set<() => void>()

  const getState = (): RowSaves['state'] => {
    if (fails > 0) return 'retrying'
    if (sending || waiting.size > 0) return 'saving'
    if (errors.size > 0) return 'refused'
    return hasSaved ? 'saved' : undefined
  }
  function emit(): void {
    const ids = new Set([
      ...waiting.keys(),
      ...held.keys(),
      ...errors.keys(),
      ...(sending ? [sending.id] : []),
    ])
    const getRow = (id: string): RowState => ({
      unsaved: { ...held.get(id), ...(sending?.id === id ? sending.changes : {}), ...waiting.get(id) },
      errors: errors.get(id) ?? {},
    })
    snapshot = { state: getState(), rows: Object.fromEntries([...ids].map((id) => [id, getRow(id)])) }
    for (const listener of listeners) listener()
  }
  function forgetHeldFields(id: string, fields: readonly string[]): void {
    for (const map of [held, errors] as Map<string, Record<string, unknown>>[]) {
      const left = Object.entries(map.get(id) ?? {}).filter(([field]) => !fields.includes(field))
      if (left.length > 0) map.set(id, Object.fromEntries(left))
      else map.delete(id)
    }
  }
  function forgetFields(id: string, fields: readonly string[]): void {
    forgetHeldFields(id, fields)
    const left = Object.entries(waiting.get(id) ?? {}).filter(([field]) => !fields.includes(field))
    if (left.length > 0) waiting.set(id, Object.fromEntries(left))
    else waiting.delete(id)
  }
  function holdRefusedChanges(
    id: string,
    changes: Changes,
    problems: Readonly<Record<string, string>>,
  ): void {
    if (isClosed) return
    forgetFields(id, Object.keys(changes))
    held.set(id, { ...held.get(id), ...changes })
    errors.set(id, { ...errors.get(id), ...problems })
    emit()
  }
  function scheduleNext(wait: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void sendNext(), wait)
  }

  async function sendNext(): Promise<void> {
    clearTimeout(timer)
    const [first] = waiting
    if (sending || !first) return
    const [id, changes] = first
    waiting.delete(id)
    sending = { id, changes }
    emit()
    try {
      await send(id, changes)
      fails = 0
      hasSaved = true
    } catch (error) {
      handleFailure(id, changes, error)
    }
    sending = undefined
    if (waiting.size > 0)
      scheduleNext(fails > 0 ? Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (fails - 1)) : 0)
    emit()
  }

  function handleFailure(id: string, changes: Changes, error: unknown): void {
    if (isClosed) return
    const isRefusedByServer = error instanceof ORPCError && error.status < 500 && error.status !== 429
    if (!isRefusedByServer) {
      fails += 1
      waiting.set(id, { ...changes, ...waiting.get(id) })
      return
    }
    fails = 0
    const messages = Object.fromEntries(
      Object.entries(getFieldErrors(error)).map(([path, message]) => [
        path.replace(/^changes\./, ''),
        message,
      ]),
    )
    const bad = Object.keys(messages).filter((field) => field in changes)
    if (bad.length === 0) {
      onRefused(getErrorMessage(error))
      return
    }
    const newer = waiting.get(id) ?? {}
    const stays = bad.filter((field) => !(field in newer))
    const pickFields = (source: Changes, isPicked: (field: string) => boolean) =>
      Object.fromEntries(Object.entries(source).filter(([field]) => isPicked(field)))
    if (stays.length > 0) {
      held.set(id, { ...held.get(id), ...pickFields(changes, (field) => stays.includes(field)) })
      errors.set(id, {
        ...errors.get(id),
        ...Object.fromEntries(stays.map((field) => [field, messages[field] ?? ''])),
      })
    }
    const rest = { ...pickFields(changes, (field) => !bad.includes(field)), ...newer }
    if (Object.keys(rest).length > 0) waiting.set(id, rest)
  }

  return {
    get: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change(id: string, changes: Changes): void {
      if (isClosed) return
      forgetHeldFields(id, Object.keys(changes))
      waiting.set(id, { ...waiting.get(id), ...changes })
      if (!sending) scheduleNext(fails > 0 ? FIRST_RETRY_MS : PAUSE_MS)
      emit()
    },
    hold: holdRefusedChanges,
    mark: (
      id: string,
      field: 'priceCents' | 'stock' | 'name',
      message: string,
      value: number | string,
    ): void => holdRefusedChanges(id, { [field]: value }, { [field]: message }),
    /** Resets fields to their saved values. Sends these only when a different value is being sent at the moment. */
    undo(id: string, saved: Changes): void {
      if (isClosed) return
      forgetFields(id, Object.keys(saved))
      const sentChanges = sending?.id === id ? sending.changes : {}
      const again = Object.fromEntries(Object.entries(saved).filter(([field]) => field in sentChanges))
      if (Object.keys(again).length > 0) waiting.set(id, { ...waiting.get(id), ...again })
      emit()
    },
    /** Sends pending changes immediately, when a field or the page is left. */
    flush: () => void sendNext(),
    /** Stops saving: drops pending and refused changes, and ignores the errors of requests in flight. */
    close(): void {
      if (isClosed) return
      isClosed = true
      fails = 0
      clearTimeout(timer)
      for (const map of [waiting, held, errors]) map.clear()
      emit()
    },
    drop(id: string): void {
      waiting.delete(id)
      held.delete(id)
      errors.delete(id)
      emit()
    },
    getRow: (id: string) => snapshot.rows[id] ?? nothing,
  }
}

export type RowSaver = ReturnType<typeof createRowSaver>
