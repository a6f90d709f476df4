import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changed, dashboard, pass, PAUSE, refused, values } from './testing-autosave'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Types a title in this editor after Ilse Brandt has saved another title and venue. */
async function collide() {
  const { autosave, ...server } = dashboard()
  server.failures.push(refused(['changes.capacity', 'Enter a whole number, 1 or more.']))
  autosave.change({ capacity: 0 })
  await pass(PAUSE)
  server.someone({ title: 'Theirs', venueName: 'The Cistern', requiresCaptcha: true })
  autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  return { autosave, ...server }
}

test('asks which version to keep when another field was saved elsewhere, and keeps typed input until then', async () => {
  const { autosave, held, stored, sent } = await collide()
  expect(autosave.get()).toMatchObject({
    state: 'conflict',
    conflict: { origin: { by: { name: 'Ilse Brandt' }, at: 'then' } },
    values: { title: 'Mine', venueName: 'Carriage Works', capacity: 0 },
  })
  const calls = sent.length
  autosave.change({ description: 'More' })
  await pass(PAUSE * 2)
  expect(sent).toHaveLength(calls)
  expect(held()).toMatchObject({ title: 'Theirs', description: 'A goods shed.' })
  expect(stored.at(-1)).toEqual({ title: 'Mine', capacity: 0, description: 'More' })
})

test('asks which version to keep even if two people changed different fields', async () => {
  const { autosave, someone, held } = dashboard()
  someone({ venueName: 'The Cistern' })
  autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  expect(autosave.get().state).toBe('conflict')
  expect(held().title).toBe('Dust & Diamonds')
})

test('Reload drops unsaved and refused changes and shows the newest version', async () => {
  const { autosave, sent, held, stored } = await collide()
  const calls = sent.length
  autosave.resolveConflict('theirs')
  await pass(PAUSE)
  expect(sent).toHaveLength(calls)
  expect(autosave.get()).toMatchObject({
    state: 'saved',
    version: 2,
    values: held(),
    unsaved: {},
    errors: {},
  })
  expect(stored.at(-1)).toEqual({})
})

test('Keep mine saves every field that differs, except those that this user can’t change', async () => {
  const { autosave, sent, held } = await collide()
  autosave.change({ description: 'More', capacity: 60, lineUp: [] })
  autosave.resolveConflict('mine')
  await pass(PAUSE)
  expect(sent.slice(-2)).toEqual([
    { title: 'Mine', venueName: 'Carriage Works', capacity: 60, description: 'More' },
    { lineUp: [] },
  ])
  expect(held()).toEqual({ ...values, ...sent.at(-2), lineUp: [], requiresCaptcha: true })
  expect(autosave.get()).toMatchObject({ state: 'saved', version: 4, values: held() })
})

test('asks again if the event changes once more before Keep mine is saved', async () => {
  const { autosave, someone, held } = await collide()
  someone({ location: 'York' })
  autosave.resolveConflict('mine')
  await pass(PAUSE)
  expect(autosave.get()).toMatchObject({ state: 'conflict', values: { title: 'Mine', location: 'Leeds' } })
  autosave.resolveConflict('mine')
  await pass(PAUSE)
  expect(held()).toMatchObject({ title: 'Mine', location: 'Leeds' })
})

test('Reload shows the version that arrived while the question was open', async () => {
  const { autosave, someone } = await collide()
  autosave.receive(someone({ location: 'York' }))
  expect(autosave.get().values).toMatchObject({ title: 'Mine', location: 'Leeds' })
  autosave.resolveConflict('theirs')
  await pass(0)
  expect(autosave.get()).toMatchObject({ version: 3, values: { title: 'Theirs', location: 'York' } })
})

test('asks with everything that was typed if a save is refused while the user types on', async () => {
  const { autosave, someone, hold } = dashboard()
  const response = hold()
  autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  someone({ title: 'Theirs' })
  autosave.change({ title: 'Mine, longer', venueName: 'Shed' })
  response()
  await pass(PAUSE)
  expect(autosave.get()).toMatchObject({
    state: 'conflict',
    unsaved: { title: 'Mine, longer', venueName: 'Shed' },
  })
})

test('asks which version to keep if a save of the line-up is refused', async () => {
  const { autosave, someone, held } = dashboard()
  someone({ title: 'Theirs' })
  autosave.change({ lineUp: [] })
  await pass(PAUSE)
  expect(autosave.get().state).toBe('conflict')
  autosave.resolveConflict('mine')
  await pass(PAUSE)
  expect(held()).toEqual({ ...values, lineUp: [] })
})

test('asks, and names who saved, if a newer version arrives over unsaved or refused changes', async () => {
  const { autosave, failures, someone } = dashboard()
  failures.push(refused(['changes.capacity', 'Enter a whole number, 1 or more.']))
  autosave.change({ capacity: 0 })
  await pass(PAUSE)
  autosave.receive(someone({ title: 'Theirs' }))
  expect(autosave.get()).toMatchObject({ values: { title: 'Dust & Diamonds', capacity: 0 } })
  await pass(PAUSE)
  expect(autosave.get()).toMatchObject({
    state: 'conflict',
    conflict: { origin: { by: { name: 'Ilse Brandt' } } },
    unsaved: { capacity: 0 },
  })
})

test('uses a newer version with equal values without asking', async () => {
  const { autosave, someone, held, theirs, sent } = dashboard()
  someone({})
  autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  expect(sent).toEqual([{ title: 'Mine' }, { title: 'Mine' }])
  expect(held().title).toBe('Mine')
  expect(autosave.get()).toMatchObject({ state: 'saved', version: 3 })
  autosave.change({ title: 'More' })
  autosave.receive(someone({}))
  await pass(PAUSE)
  expect(autosave.get()).toMatchObject({ state: 'saved', version: 5, values: { title: 'More' } })
  expect(theirs).toEqual([])
})

test('does not ask about the user’s own save whose response was lost, even after more typing', async () => {
  const { autosave, failures, someone, held } = dashboard()
  failures.push(new TypeError('offline'))
  autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  someone({ title: 'Mine' })
  autosave.change({ title: 'Mine, longer' })
  await pass(2_000)
  expect(held().title).toBe('Mine, longer')
  expect(autosave.get()).toMatchObject({ state: 'saved', version: 3 })
})

test('saves again if the refetched event is older than the version that refused the save', async () => {
  const { autosave, failures, sent } = dashboard()
  failures.push(changed('Ilse Brandt'))
  autosave.change({ title: 'Mine' })
  await pass(PAUSE)
  expect(autosave.get().state).toBe('retrying')
  await pass(2_000)
  expect(sent).toHaveLength(2)
  expect(autosave.get().state).toBe('saved')
})

test('treats equal values as no conflict', async () => {
  const { autosave, someone, sent } = dashboard()
  someone({ title: 'Same' })
  autosave.change({ title: ' Same  ' })
  await pass(PAUSE)
  expect(sent).toEqual([{ title: ' Same  ' }])
  expect(autosave.get()).toMatchObject({ state: 'saved', conflict: undefined })
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

test('publishing while the user types does not ask which version to keep', async () => {
  const { autosave, someone, held, theirs } = dashboard()
  const published = autosave.act(async () => {
    autosave.change({ title: 'Typed meanwhile' })
    await pass(PAUSE / 2)
    someone({})
    await pass(PAUSE)
  })
  await published
  await pass(PAUSE)
  expect(held().title).toBe('Typed meanwhile')
  expect(autosave.get()).toMatchObject({ state: 'saved', version: 3 })
  expect(theirs).toEqual([])
})

test('an action of this page asks only if it changes an unsaved field', async () => {
  const { autosave, failures, someone } = dashboard()
  failures.push(refused(['slots.0.startClock', 'Enter a time.']))
  autosave.change({ lineUp: [] })
  await pass(PAUSE)
  await autosave.act(async () => someone({ date: '2027-01-01' }))
  await pass(PAUSE)
  expect(autosave.get()).toMatchObject({ state: 'refused', values: { date: '2027-01-01', lineUp: [] } })
  await autosave.act(async () => someone({ lineUp: values.lineUp.slice(1) }))
  await pass(PAUSE)
  expect(autosave.get()).toMatchObject({ state: 'conflict', values: { lineUp: [] } })
})

test('keeps rows and texts that differ only in format', async () => {
  const { autosave, someone } = dashboard()
  autosave.change({ title: 'Typed ' })
  await pass(PAUSE)
  const lineUp = values.lineUp.map((row) => ({ ...row, key: `new ${row.key}` }))
  autosave.receive(someone({ title: 'Typed', venueName: 'The Cistern', lineUp }))
  const shown = autosave.get().values
  expect(shown).toMatchObject({ title: 'Typed ', venueName: 'The Cistern' })
  expect(shown.lineUp).toBe(values.lineUp)
})
