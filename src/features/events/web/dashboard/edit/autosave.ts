import { getErrorMessage } from '~/platform/rpc/errors'
import { type Changes, type FieldName, isSame, listDifferences, listFields, pick } from './event-values'
import { findFormErrors, findOrigin, isPermanentError, pickRefused, removeErrors } from './save-errors'
import type { AutosaveOptions, Conflict, Origin, Saving, SaveState, Snapshot } from './saving'

const PAUSE_MS = 700
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
const OWN_CHANGES_MS = 1_000

export type Autosave = ReturnType<typeof createAutosave>

/**
 * Saves fields as they change: after a pause, one save at a time, with retries. Refused fields stay in the form with
 * the server's message and do not block others. A version that was saved elsewhere is shown if nothing is unsaved here;
 * otherwise the user chooses between both versions of the whole form.
 */
export function createAutosave(options: AutosaveOptions) {
  const { send, read, onUnsaved, onSaved, onTheirs } = options
  let base = options.start
  /** Changes that are waiting to be sent, in flight (`sending`), or refused until they change (`held`). */
  let waiting: Changes = {}
  let sending: Changes | undefined
  let held: Changes = {}
  /** Changes that were sent but got no response: the server may have saved them. */
  let unconfirmed: Changes = {}
  let errors: Record<string, string> = {}
  let sentence: string | undefined
  let conflict: Conflict | undefined
  let offered: { changes: Changes; version: number } | undefined
  let fails = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let run: Promise<void> | undefined
  let heard: Snapshot | undefined
  /** Number of running actions of this page, such as publishing. Their changes are not reported as another user's. */
  let quiet = 0
  let isClosed = false
  const listeners = new Set<() => void>()

  const collectUnsaved = (): Changes => ({ ...held, ...sending, ...waiting })
  function getState(): SaveState {
    if (conflict) return 'conflict'
    if (fails > 0) return 'retrying'
    if (sending || listFields(waiting).length > 0) return 'saving'
    return listFields(held).length > 0 ? 'refused' : 'saved'
  }
  const look = (): Saving => ({
    ...base,
    values: { ...base.values, ...collectUnsaved() },
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
    // Changes that the user can restore stay stored until the user restores or discards them.
    onUnsaved({ ...offered?.changes, ...snapshot.unsaved }, offered?.version ?? base.version)
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
    // Refused fields are sent with the next save: two fields may have to change together.
    waiting = { ...held, ...waiting, ...changes }
    held = {}
    sentence = undefined
    errors = removeErrors(errors, changes)
    emit()
    if (!conflict && fails === 0) plan(PAUSE_MS)
  }

  /** Sends pending changes immediately. Resolves when nothing is in flight; `get()` says whether everything is saved. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    run ??= sendAll().finally(() => {
      run = undefined
      adoptReceived()
    })
    return run
  }

  async function sendAll(): Promise<void> {
    // Input typed during a save waits for its own pause.
    do {
      if (conflict || listFields(waiting).length === 0) break
      const batch = pickNextBatch()
      sending = batch
      waiting = pick(waiting, (name) => !(name in batch))
      emit()
      try {
        const saved = await send(batch, base.version)
        base = { ...base, ...saved, values: { ...base.values, ...batch } }
        errors = removeErrors(errors, batch)
        fails = 0
        unconfirmed = {}
        sending = undefined
        onSaved()
      } catch (error) {
        sending = undefined
        if (!(await handleFailure(error, batch))) break
      }
    } while (!isPlanned())
    emit()
  }

  /** Returns the changes for the next save. The line-up is saved with a separate call. */
  function pickNextBatch(): Changes {
    const fields = pick(waiting, (name) => name !== 'lineUp')
    return listFields(fields).length > 0 ? fields : waiting
  }

  /** Handles a batch that failed. Returns true to continue with pending changes. */
  async function handleFailure(error: unknown, batch: Changes): Promise<boolean> {
    if (isClosed) return false
    const problems = findFormErrors(error)
    if (problems) {
      holdRefused(batch, problems)
      return true
    }
    const origin = findOrigin(error)
    if (!origin && isPermanentError(error)) {
      held = { ...batch, ...held }
      sentence = getErrorMessage(error)
      fails = 0
      return false
    }
    waiting = { ...batch, ...waiting }
    if (origin) return await adoptFromServer(origin)
    unconfirmed = { ...unconfirmed, ...batch }
    scheduleRetry()
    return false
  }

  function scheduleRetry(): void {
    plan(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** fails))
    fails += 1
  }

  function holdRefused(batch: Changes, found: Record<string, string>): void {
    const bad = pickRefused(batch, found)
    // Fields that changed since this batch was sent have not been validated yet.
    held = { ...held, ...pick(bad, (name) => !(name in waiting)) }
    waiting = { ...pick(batch, (name) => !(name in bad)), ...waiting }
    errors = { ...errors, ...found }
    fails = 0
  }

  async function adoptFromServer(origin: Origin): Promise<boolean> {
    const now = await read().catch(() => undefined)
    // A refetch that started before the change doesn't contain the change.
    if (!now || now.version <= base.version) {
      scheduleRetry()
      return false
    }
    adoptNewest(now, origin)
    return !conflict
  }

  /** Shows a newer version. If something is unsaved here and something else was saved elsewhere, asks first. */
  function adoptNewest(newest: Snapshot, origin?: Origin): void {
    const unsaved = collectUnsaved()
    const differing = listDifferences(look().values, newest.values)
    const isOwn = (name: FieldName) =>
      [base.values, unconfirmed].some((own) => name in own && isSame(own[name], newest.values[name]))
    const theirs = differing.filter((name) => !isOwn(name))
    // While an action of this page runs, only fields with unsaved changes can collide.
    const isColliding = theirs.some((name) => quiet === 0 || name in unsaved)
    if (isColliding && differing.some((name) => name in unsaved)) {
      if (origin) conflict = { newest, origin }
      // Sends the changes again, because the error of a refused save names the user who made the other change.
      else change({})
      return
    }
    showNewest(newest)
    if (theirs.length > 0 && quiet === 0) onTheirs(theirs)
  }

  function showNewest(newest: Snapshot): void {
    const { values } = look()
    const isDiffering = (name: FieldName) => !isSame(values[name], newest.values[name])
    // Keep the local rows and texts if they only differ in format.
    base = { ...newest, values: { ...newest.values, ...pick(values, (name) => !isDiffering(name)) } }
    held = pick(held, isDiffering)
    waiting = pick(waiting, isDiffering)
    unconfirmed = {}
    fails = 0
  }

  /** Applies a refetched event once nothing is in flight. */
  function receive(now: Snapshot): void {
    if (heard === undefined || now.version > heard.version) heard = now
    adoptReceived()
  }
  function adoptReceived(): void {
    const now = heard
    if (!now || run || conflict) return
    heard = undefined
    if (now.version <= base.version) return
    adoptNewest(now)
    emit()
  }

  /** Drops all unsaved changes, or saves everything as shown here over the newest version. */
  function resolveConflict(side: 'mine' | 'theirs'): void {
    if (!conflict) return
    const { newest } = conflict
    const { values } = look()
    dropUnsaved()
    showNewest(newest)
    const isOverwriting = (name: FieldName) =>
      !newest.fixed.includes(name) && !isSame(values[name], base.values[name])
    if (side === 'mine') waiting = pick(values, isOverwriting)
    emit()
    void flush()
  }

  /** Drops all unsaved changes: nothing can be saved any longer. */
  function close(): void {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    timer = undefined
    dropUnsaved()
    offered = undefined
    emit()
  }

  function dropUnsaved(): void {
    waiting = {}
    held = {}
    errors = {}
    sentence = undefined
    conflict = undefined
    fails = 0
  }

  /** Runs another action that raises the version, such as publishing: after pending changes, followed by a refetch. */
  async function act<Result>(work: (version: number) => Promise<Result>): Promise<Result> {
    await flush()
    quiet += 1
    try {
      const result = await work(base.version)
      receive(await read())
      return result
    } finally {
      quiet -= 1
    }
  }

  return {
    change,
    flush,
    receive,
    close,
    resolveConflict,
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
    /** Treats changes by other parts of this page as the user's own, until the returned function is called. */
    expectOwnChanges: () => {
      quiet += 1
      return () => void setTimeout(() => (quiet -= 1), OWN_CHANGES_MS)
    },
    get: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    act,
  }
}
