import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dashboard, pass, PAUSE, refused, toStand, values } from './testing-autosave'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

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
  const { autosave, sent, failures, stored, held } = dashboard()
  failures.push(new TypeError('offline'), new ORPCError('BAD_GATEWAY', { status: 502 }))
  autosave.change({ title: 'Kept' })
  await pass(PAUSE)
  expect(autosave.get().state).toBe('retrying')
  expect(stored.at(-1)).toEqual({ title: 'Kept' })
  autosave.change({ venueName: 'Shed' })
  await pass(1_999)
  expect(sent).toHaveLength(1)
  await pass(1)
  expect(autosave.get().state).toBe('retrying')
  await pass(4_000)
  expect(autosave.get().state).toBe('saved')
  expect(sent.at(-1)).toEqual({ title: 'Kept', venueName: 'Shed' })
  expect(held()).toMatchObject({ title: 'Kept', venueName: 'Shed' })
  expect(stored.at(-1)).toEqual({})
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
  failures.push(new ORPCError('NOT_NOW', { status: 409, message: 'This event is canceled.' }))
  autosave.change({ title: 'Late' })
  await pass(60_000)
  expect(sent).toHaveLength(1)
  expect(autosave.get()).toMatchObject({ state: 'refused', sentence: 'This event is canceled.' })
})

test('applies refetched values immediately, except over a pending save', async () => {
  const { autosave } = dashboard()
  autosave.receive(toStand({ ...values, venueName: 'Elsewhere' }, 2))
  expect(autosave.get()).toMatchObject({ version: 2, values: { venueName: 'Elsewhere' } })

  const other = dashboard()
  const answer = other.hold()
  other.autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  // The live update arrives before the answer to the save.
  other.autosave.receive(toStand({ ...values, title: 'Mine' }, 2))
  answer()
  await pass(PAUSE)
  expect(other.autosave.get()).toMatchObject({ state: 'saved', version: 2 })
  expect(other.theirs).toEqual([])
})

test('keeps offered changes stored until they are answered, also while typing', async () => {
  const { autosave, stored, held } = dashboard()
  autosave.offer({ changes: { title: 'Before' }, version: 7 })
  expect(autosave.get()).toMatchObject({ offered: { title: 'Before' }, values: { title: 'Dust & Diamonds' } })
  autosave.change({ venueName: 'Shed' })
  await pass(PAUSE)
  expect(held().title).toBe('Dust & Diamonds')
  expect(stored.at(-1)).toEqual({ title: 'Before' })
  autosave.resolveOffered(true)
  await pass(PAUSE)
  expect(held()).toMatchObject({ title: 'Before', venueName: 'Shed' })
  expect(stored.at(-1)).toEqual({})
})
