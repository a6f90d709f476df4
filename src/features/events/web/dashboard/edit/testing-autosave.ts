import { ORPCError } from '@orpc/client'
import { vi } from 'vitest'
import { createAutosave } from './autosave'
import { type Changes, type EventValues, type FieldName, toEventValues } from './event-values'
import { createDraft } from './testing-edit'

export const PAUSE = 700
export const values = toEventValues(createDraft())
export const toStand = (shown: EventValues, version: number) => ({
  values: shown,
  version,
  savedAt: `v${version}`,
  fixed,
})
const fixed: readonly FieldName[] = ['requiresCaptcha']

/** A fake server that counts versions and can fail the next call. */
export function dashboard() {
  let version = 1
  let held = values
  const sent: Changes[] = []
  const failures: unknown[] = []
  const stored: Changes[] = []
  const theirs: FieldName[][] = []
  let gate: Promise<void> | undefined
  const autosave = createAutosave({
    start: toStand(values, version),
    send: async (changes, at) => {
      sent.push(changes)
      await gate
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      if (at !== version) throw changed('Ilse Brandt')
      version += 1
      held = { ...held, ...changes }
      return { version, savedAt: `v${version}` }
    },
    read: async () => toStand(held, version),
    onUnsaved: (changes) => stored.push(changes),
    onSaved: () => undefined,
    onTheirs: (fields) => theirs.push(fields),
  })
  /** Saves changes as another user, and returns the response of a refetch afterwards. */
  const someone = (changes: Changes) => {
    version += 1
    held = { ...held, ...changes }
    return toStand(held, version)
  }
  /** Delays the response to the next save until it is released. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return () => {
      gate = undefined
      resolve()
    }
  }
  return { autosave, sent, failures, stored, theirs, someone, hold, held: () => held }
}

export function changed(name: string) {
  return new ORPCError('CHANGED', { status: 409, data: { version: 2, by: { id: 'ilse', name }, at: 'then' } })
}
export function refused(...fields: [path: string, message: string][]) {
  return new ORPCError('INVALID', {
    status: 422,
    data: { fields: fields.map(([path, message]) => ({ path, message })) },
  })
}
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
