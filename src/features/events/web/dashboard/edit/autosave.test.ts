import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave } from './autosave'
import type { Changes, FieldName } from './event-values'
import { toValues } from './event-values'
import { createDraft } from './testing-edit'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PAUSE = 700
const values = toValues(createDraft())

/** A fake server that counts versions and can fail the next call. */
function dashboard() {
  let version = 1
  let held = values
  const sent: Changes[] = []
  const failures: unknown[] = []
  const stored: Changes[] = []
  const theirs: [FieldName[], string | undefined][] = []
  let gate: Promise<void> | undefined
  const autosave = createAutosave({
    start: { values, version, savedAt: 'start' },
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
    read: async () => ({ values: held, version, savedAt: `v${version}` }),
    onUnsaved: (changes) => stored.push(changes),
    onSaved: () => undefined,
    onTheirs: (fields, by) => theirs.push([fields, by]),
  })
  const someone = (changes: Changes) => {
    version += 1
    held = { ...held, ...changes }
  }
  /** Delays the answer of the next save until it is released. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return () => {
      gate = undefined
      resolve()
    }
  }
  return { autosave, sent, failures, kept: stored, theirs, someone, hold, held: () => held }
}

function changed(name: string) {
  return new ORPCError('CHANGED', { status: 409, data: { version: 2, by: { id: 'ilse', name }, at: 'then' } })
}
function refused(...fields: [path: string, message: string][]) {
  return new ORPCError('INVALID', {
    status: 422,
    data: { fields: fields.map(([path, message]) => ({ path, message })) },
  })
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('sends typed input once, after a pause', async () => {
  const { autosave, sent } = dashboard()
  autosave.change({ title: 'D' })
  await pass(PAUSE - 1)
  autosave.change({ title: 'Du', venueName: 'Shed' })
  await pass(PAUSE - 1)
  expect(sent).toEqual([])
  expect(autosave.get().state).toBe('saving')
  await pass(1)
  expect(sent).toEqual([{ title: 'Du', venueName: 'Shed' }])
  expect(autosave.get()).toMatchObject({ state: 'saved', version: 2, savedAt: 'v2', unsaved: {} })
})

test('sends one save at a time; later input follows on the new version', async () => {
  const { autosave, sent, hold, held } = dashboard()
  const response = hold()
  autosave.change({ title: 'One' })
  await pass(PAUSE)
  autosave.change({ title: 'Two' })
  await pass(PAUSE * 3)
  expect(sent).toEqual([{ title: 'One' }])
  expect(autosave.get().values.title).toBe('Two')
  response()
  await pass(PAUSE)
  expect(sent).toEqual([{ title: 'One' }, { title: 'Two' }])
  expect(held().title).toBe('Two')
  expect(autosave.get()).toMatchObject({ state: 'saved', version: 3 })
})

test('saves the line-up in a separate call, after the fields', async () => {
  const { autosave, sent } = dashboard()
  autosave.change({ lineUp: [], title: 'Bare' })
  await pass(PAUSE)
  expect(sent).toEqual([{ title: 'Bare' }, { lineUp: [] }])
})

test('retries with growing delays and keeps unsaved input', async () => {
  const { autosave, sent, failures, kept, held } = dashboard()
  failures.push(new TypeError('offline'), new ORPCError('BAD_GATEWAY', { status: 502 }))
  autosave.change({ title: 'Kept' })
  await pass(PAUSE)
  expect(autosave.get().state).toBe('retrying')
  expect(kept.at(-1)).toEqual({ title: 'Kept' })
  autosave.change({ venueName: 'Shed' })
  await pass(1_999)
  expect(sent).toHaveLength(1)
  await pass(1)
  expect(autosave.get().state).toBe('retrying')
  await pass(4_000)
  expect(autosave.get().state).toBe('saved')
  expect(sent.at(-1)).toEqual({ title: 'Kept', venueName: 'Shed' })
  expect(held()).toMatchObject({ title: 'Kept', venueName: 'Shed' })
  expect(kept.at(-1)).toEqual({})
})

test('keeps a refused field with its error and saves the rest', async () => {
  const { autosave, sent, failures, held } = dashboard()
  failures.push(refused(['changes.capacity', 'Enter a whole number, 1 or more.']))
  autosave.change({ capacity: 0, venueName: 'Shed' })
  await pass(PAUSE)
  expect(sent).toEqual([{ capacity: 0, venueName: 'Shed' }, { venueName: 'Shed' }])
  expect(held()).toMatchObject({ capacity: 600, venueName: 'Shed' })
  expect(autosave.get()).toMatchObject({
    state: 'refused',
    errors: { capacity: 'Enter a whole number, 1 or more.' },
    unsaved: { capacity: 0 },
  })
  autosave.change({ capacity: 60 })
  expect(autosave.get().errors).toEqual({})
  await pass(PAUSE)
  expect(held().capacity).toBe(60)
  expect(autosave.get().state).toBe('saved')
})

test('holds the start back for an error of the end, and sends both with the next change', async () => {
  const { autosave, sent, failures } = dashboard()
  failures.push(
    refused(['changes.endClock', 'The end time is the same as the start time. Choose a later end.']),
  )
  autosave.change({ startClock: '06:00', title: 'Early' })
  await pass(PAUSE)
  expect(sent.at(-1)).toEqual({ title: 'Early' })
  expect(autosave.get().unsaved).toEqual({ startClock: '06:00' })
  autosave.change({ endClock: '12:00' })
  expect(autosave.get().errors).toEqual({})
  await pass(PAUSE)
  expect(sent.at(-1)).toEqual({ startClock: '06:00', endClock: '12:00' })
  expect(autosave.get().state).toBe('saved')
})

test('shows a final error without retrying', async () => {
  const { autosave, sent, failures } = dashboard()
  failures.push(new ORPCError('NOT_NOW', { status: 409, message: 'This event is cancelled.' }))
  autosave.change({ title: 'Late' })
  await pass(60_000)
  expect(sent).toHaveLength(1)
  expect(autosave.get()).toMatchObject({ state: 'refused', sentence: 'This event is cancelled.' })
})

test('merges changes of other fields and names who made them', async () => {
  const { autosave, theirs, someone, held } = dashboard()
  someone({ venueName: 'The Cistern' })
  autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  expect(held()).toMatchObject({ title: 'Mine', venueName: 'The Cistern' })
  expect(autosave.get().values).toMatchObject({ title: 'Mine', venueName: 'The Cistern' })
  expect(theirs).toEqual([[['venueName'], 'Ilse Brandt']])
  expect(autosave.get().state).toBe('saved')
})

test.each([
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
] as const)('asks when two people changed the same field, and keeps %s', async (answer, title) => {
  const { autosave, someone, held } = dashboard()
  someone({ title: 'Theirs' })
  autosave.change({ title: 'Mine', venueName: 'Shed' })
  await pass(PAUSE)
  expect(autosave.get()).toMatchObject({
    state: 'conflict',
    conflict: { fields: ['title'], by: { name: 'Ilse Brandt' }, at: 'then' },
    values: { title: 'Mine' },
  })
  // Typing sends nothing until the conflict is resolved.
  autosave.change({ description: 'More' })
  await pass(PAUSE * 2)
  expect(held().title).toBe('Theirs')
  autosave.decide(answer)
  await pass(PAUSE)
  expect(held()).toMatchObject({ title, venueName: 'Shed', description: 'More' })
  expect(autosave.get()).toMatchObject({ state: 'saved', values: { title } })
})

test('treats equal values as no conflict', async () => {
  const { autosave, someone, sent } = dashboard()
  someone({ title: 'Same' })
  autosave.change({ title: ' Same  ' })
  await pass(PAUSE)
  expect(sent).toEqual([{ title: ' Same  ' }])
  expect(autosave.get()).toMatchObject({ state: 'saved', conflict: undefined })
})

test('applies refetched values immediately, except over a pending save', async () => {
  const { autosave } = dashboard()
  autosave.receive({ values: { ...values, venueName: 'Elsewhere' }, version: 2, savedAt: 'v2' })
  expect(autosave.get()).toMatchObject({ version: 2, values: { venueName: 'Elsewhere' } })

  const other = dashboard()
  const answer = other.hold()
  other.autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  // The live update arrives before the answer to the save.
  other.autosave.receive({ values: { ...values, title: 'Mine' }, version: 2, savedAt: 'v2' })
  answer()
  await pass(PAUSE)
  expect(other.autosave.get()).toMatchObject({ state: 'saved', version: 2 })
  expect(other.theirs).toEqual([])
})

test('an action waits for pending input, uses its version and is not reported as another user’s change', async () => {
  const { autosave, sent, someone, theirs } = dashboard()
  autosave.change({ title: 'Then' })
  const done = autosave.act(async (version) => {
    expect(version).toBe(2)
    someone({ date: '2027-01-01' })
    return 'done'
  })
  await pass(0)
  expect(await done).toBe('done')
  expect(sent).toEqual([{ title: 'Then' }])
  expect(autosave.get()).toMatchObject({ version: 3, values: { date: '2027-01-01' } })
  expect(theirs).toEqual([])
})

test('keeps offered changes stored until they are answered, also while typing', async () => {
  const { autosave, kept, held } = dashboard()
  autosave.offer({ changes: { title: 'Before' }, version: 7 })
  expect(autosave.get()).toMatchObject({ offered: { title: 'Before' }, values: { title: 'Dust & Diamonds' } })
  autosave.change({ venueName: 'Shed' })
  await pass(PAUSE)
  expect(held().title).toBe('Dust & Diamonds')
  expect(kept.at(-1)).toEqual({ title: 'Before' })
  autosave.resolveOffered(true)
  await pass(PAUSE)
  expect(held()).toMatchObject({ title: 'Before', venueName: 'Shed' })
  expect(kept.at(-1)).toEqual({})
})
