import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { mergeChanges } from './merge-changes'
import { type Changes, type FieldName, listFields, isTime, pick } from './event-values'
import { findFormErrors, isFinal, parseConflictOrigin } from './save-errors'
import type { AutosaveOptions, Conflict, Saving, SaveState, Stand } from './saving'

const PAUSE_MS = 700
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
const HUSH_MS = 1_000

export type Autosave = ReturnType<typeof createAutosave>

/**
 * Saves fields as they change: after a pause, one save at a time, with retries. Refused fields stay in the form with
 * the server's message and do not block others; changes by another user are merged, or raise a conflict.
 */
export function createAutosave(options: AutosaveOptions) {
  const { send, read, onUnsaved, onSaved, onTheirs } = options
  let base = options.start.values
  let { version, savedAt } = options.start
  /** Changes to send, in flight, and refused until they change. */
  let waiting: Changes = {}
  let sending: Changes | undefined
  let held: Changes = {}
  let errors: Record<string, string> = {}
  let sentence: string | undefined
  let conflict: Conflict | undefined
  let offered: { changes: Changes; version: number } | undefined
  let fails = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let run: Promise<void> | undefined
  let heard: Stand | undefined
  /** Number of running actions of this page that change the event without a save. */
  let quiet = 0
  let isClosed = false
  const listeners = new Set<() => void>()

  const collectUnsaved = (): Changes => ({ ...held, ...sending, ...waiting })
  const isBusy = () => sending !== undefined || listFields(waiting).length > 0
  function getState(): SaveState {
    if (conflict) return 'conflict'
    if (fails > 0) return 'retrying'
    if (isBusy()) return 'saving'
    return listFields(held).length > 0 ? 'refused' : 'saved'
  }
  const look = (): Saving => ({
    values: { ...base, ...collectUnsaved() },
    version,
    savedAt,
    state: getState(),
    errors,
    sentence,
    conflict,
    unsaved: collectUnsaved(),
    offered: offered?.changes,
    isClosed,
  })
  let snapshot = look()
  function emit(): void {
    snapshot = look()
    // Offered changes stay stored until they are answered.
    onUnsaved({ ...offered?.changes, ...snapshot.unsaved }, offered?.version ?? version)
    for (const listener of listeners) listener()
  }

  const isPlanned = () => timer !== undefined
  function plan(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      void flush()
    }, ms)
  }

  function change(changes: Changes): void {
    if (isClosed) return
    const names = listFields(changes)
    // Refused fields are sent with the next save: two fields may have to change together.
    waiting = { ...held, ...waiting, ...changes }
    held = {}
    sentence = undefined
    errors = Object.fromEntries(
      Object.entries(errors).filter(([path]) => {
        const field = path.split('.')[0] ?? ''
        return !names.some((name) => name === field || (isTime(name) && isTime(field)))
      }),
    )
    emit()
    if (!conflict && fails === 0) plan(PAUSE_MS)
  }

  /** Sends pending changes immediately. Resolves when nothing is in flight; `get()` says whether everything is saved. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    run ??= sendAll().finally(() => {
      run = undefined
      adoptHeard()
    })
    return run
  }

  async function sendAll(): Promise<void> {
    // Input typed during a save waits for its own pause.
    for (let isFirst = true; isFirst || !isPlanned(); isFirst = false) {
      if (conflict || listFields(waiting).length === 0) break
      const batch = pickNextBatch()
      sending = batch
      waiting = pick(waiting, (name) => !(name in batch))
      emit()
      try {
        const saved = await send(batch, version)
        base = { ...base, ...batch }
        ;({ version, savedAt } = saved)
        errors = pickErrors((field) => !(field in batch))
        fails = 0
        sending = undefined
        onSaved()
      } catch (error) {
        sending = undefined
        if (!(await settle(error, batch))) break
      }
      emit()
    }
    emit()
  }

  /** The line-up has a separate call. */
  function pickNextBatch(): Changes {
    const fields = pick(waiting, (name) => name !== 'lineUp')
    return listFields(fields).length > 0 ? fields : waiting
  }

  /** Handles a batch that failed. Returns true to continue with pending changes. */
  async function settle(error: unknown, batch: Changes): Promise<boolean> {
    if (isClosed) return false
    if (hasCode(error, 'CHANGED')) {
      waiting = { ...batch, ...waiting }
      return await join(error)
    }
    const problems = findFormErrors(error)
    if (problems) {
      refuse(batch, problems)
      return true
    }
    if (isFinal(error)) {
      held = { ...batch, ...held }
      sentence = errorMessage(error)
      fails = 0
      return false
    }
    waiting = { ...batch, ...waiting }
    retry()
    return false
  }

  function retry(): void {
    plan(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** fails))
    fails += 1
  }

  function refuse(batch: Changes, found: Record<string, string>): void {
    const blamed = Object.keys(found).map((path) => path.split('.')[0] ?? '')
    const isBlamed = (name: FieldName) => blamed.includes(name) || (isTime(name) && blamed.some(isTime))
    const bad = pick(batch, isBlamed)
    // Errors about fields that were not sent: the batch cannot be saved as it is.
    const isAll = listFields(bad).length === 0
    // Fields that changed meanwhile have not been validated yet.
    held = { ...held, ...pick(isAll ? batch : bad, (name) => !(name in waiting)) }
    if (!isAll) waiting = { ...pick(batch, (name) => !isBlamed(name)), ...waiting }
    errors = { ...errors, ...found }
    fails = 0
  }

  async function join(error: unknown): Promise<boolean> {
    let now: Stand
    try {
      now = await read()
    } catch {
      retry()
      return false
    }
    const origin = parseConflictOrigin(error)
    adopt(now, origin.by, origin.at ?? now.savedAt)
    return !conflict
  }

  function adopt(now: Stand, by: { id: string; name: string } | undefined, at: string): void {
    const merged = mergeChanges(base, collectUnsaved(), now.values)
    base = merged.base
    ;({ version, savedAt } = now)
    held = pick(held, (name) => name in merged.unsaved)
    waiting = pick(waiting, (name) => name in merged.unsaved)
    fails = 0
    if (merged.both.length > 0)
      conflict = { fields: merged.both, mine: merged.unsaved, theirs: now.values, by, at }
    else if (merged.theirs.length > 0 && quiet === 0) onTheirs(merged.theirs, by?.name)
  }

  /** Applies a refetched event once nothing is in flight. */
  function receive(now: Stand): void {
    if (heard === undefined || now.version > heard.version) heard = now
    adoptHeard()
  }
  function adoptHeard(): void {
    const now = heard
    if (!now || run || conflict) return
    heard = undefined
    if (now.version <= version) return
    adopt(now, undefined, now.savedAt)
    emit()
  }

  function decide(side: 'mine' | 'theirs'): void {
    const fields = conflict?.fields ?? []
    conflict = undefined
    if (side === 'theirs') {
      waiting = pick(waiting, (name) => !fields.includes(name))
      held = pick(held, (name) => !fields.includes(name))
      errors = pickErrors((field) => !fields.some((name) => name === field))
    }
    emit()
    void flush()
  }

  /** Drops pending changes, refused changes and conflicts: nothing can be saved any longer. */
  function close(): void {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    timer = undefined
    waiting = {}
    held = {}
    errors = {}
    sentence = undefined
    conflict = undefined
    offered = undefined
    fails = 0
    emit()
  }

  /** Runs another action that raises the version, such as publishing: after pending changes, followed by a refetch. */
  async function act<Result>(work: (version: number) => Promise<Result>): Promise<Result> {
    await flush()
    quiet += 1
    try {
      const result = await work(version)
      receive(await read())
      return result
    } finally {
      quiet -= 1
    }
  }

  function pickErrors(wanted: (field: string) => boolean): Record<string, string> {
    return Object.fromEntries(Object.entries(errors).filter(([path]) => wanted(path.split('.')[0] ?? '')))
  }

  return {
    change,
    flush,
    receive,
    close,
    decide,
    /** Offers changes to an older version that were never saved; only the user can restore them. */
    offer: (stored: { changes: Changes; version: number }) => {
      if (isClosed) return
      offered = stored
      emit()
    },
    resolveOffered: (isRestored: boolean) => {
      const changes = offered?.changes
      offered = undefined
      if (isRestored && changes) change(changes)
      else emit()
    },
    /**
     * Suppresses change messages while another part of this page may change the event. Returns a function that ends
     * this.
     */
    hush: () => {
      quiet += 1
      return () => void setTimeout(() => (quiet -= 1), HUSH_MS)
    },
    get: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    act,
  }
}
