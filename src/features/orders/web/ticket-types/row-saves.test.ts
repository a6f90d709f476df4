import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRowSaver, type TypeDraft } from './row-saves'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Send = () => Promise<void>
const succeed: Send = () => Promise.resolve()
const failOffline: Send = () => Promise.reject(new TypeError('fetch failed'))
const refuse = (fields: { path: string; message: string }[]): Send => {
  return () => Promise.reject(new ORPCError('INVALID', { status: 422, data: { fields } }))
}

function start(sends: Send[]) {
  const sent: [string, TypeDraft][] = []
  const refused: string[] = []
  const states: (string | undefined)[] = []
  const saver = createRowSaver({
    send: (id, changes) => {
      sent.push([id, changes])
      return (sends.shift() ?? succeed)()
    },
    onRefused: (sentence) => refused.push(sentence),
  })
  saver.subscribe(() => {
    const { state } = saver.get()
    if (states.at(-1) !== state) states.push(state)
  })
  return { saver, sent, refused, states }
}

test('drops pending and refused changes of a cancelled event, and later refusals', async () => {
  const { saver, sent, refused, states } = start([
    refuse([{ path: 'changes.stock', message: 'At least 2.' }]),
    refuse([{ path: 'changes.name', message: 'Enter a name' }]),
  ])
  saver.change('a', { stock: 1 })
  saver.mark('b', 'stock', 'Enter a whole number', 'x')
  saver.flush()
  await vi.advanceTimersByTimeAsync(1)
  expect(saver.get().state).toBe('refused')
  saver.change('b', { name: '' })
  saver.flush()
  saver.change('a', { stock: 3 })
  saver.close()
  expect(saver.get().state).toBe('saving')
  await vi.advanceTimersByTimeAsync(60_000)
  saver.change('a', { stock: 4 })
  saver.mark('a', 'stock', 'Enter a whole number', 'y')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(2)
  expect(refused).toEqual([])
  expect(saver.get().rows).toEqual({})
  expect(states.at(-1)).toBeUndefined()
})

test('saves consecutive letters once, after a pause', async () => {
  const { saver, sent, states } = start([])
  for (const name of ['L', 'La', 'Late']) {
    saver.change('a', { name })
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(700)
  expect(sent).toEqual([['a', { name: 'Late' }]])
  expect(states).toEqual(['saving', 'saved'])
  expect(saver.get().rows).toEqual({})
})

test('saves immediately when a field loses focus, one row at a time', async () => {
  const { saver, sent } = start([])
  saver.change('a', { stock: 5 })
  saver.change('b', { stock: 6 })
  saver.flush()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.map(([id]) => id)).toEqual(['a', 'b'])
})

test('retries a save that got no response, and includes changes typed since', async () => {
  const { saver, sent, states } = start([failOffline, failOffline])
  saver.change('a', { name: 'Late' })
  saver.flush()
  await vi.advanceTimersByTimeAsync(1)
  expect(saver.get().state).toBe('retrying')
  saver.change('a', { stock: 9 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.at(-1)).toEqual(['a', { name: 'Late', stock: 9 }])
  expect(states.at(-1)).toBe('saved')
})

test('keeps a refused value with its error and saves the rest of the row', async () => {
  const low = refuse([{ path: 'stock', message: 'At least 258: that many are sold or held.' }])
  const { saver, sent } = start([low])
  saver.change('a', { stock: 11, name: 'Doors' })
  saver.flush()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([
    ['a', { stock: 11, name: 'Doors' }],
    ['a', { name: 'Doors' }],
  ])
  expect(saver.get()).toEqual({
    state: 'refused',
    rows: { a: { unsaved: { stock: 11 }, errors: { stock: 'At least 258: that many are sold or held.' } } },
  })
  saver.change('a', { stock: 300 })
  expect(saver.getRow('a')).toEqual({ unsaved: { stock: 300 }, errors: {} })
  await vi.advanceTimersByTimeAsync(701)
  expect(saver.get()).toEqual({ state: 'saved', rows: {} })
})

test('shows no error for a value that was corrected before the server refused it', async () => {
  let reject = () => {}
  const refuseLater: Send = () =>
    new Promise((_done, fail) => {
      reject = () =>
        fail(
          new ORPCError('BAD_REQUEST', {
            status: 400,
            data: { fields: [{ path: 'changes.name', message: 'Enter a name' }] },
          }),
        )
    })
  const { saver, sent } = start([refuseLater])
  saver.change('a', { name: ' ' })
  saver.flush()
  await vi.advanceTimersByTimeAsync(1)
  saver.change('a', { name: 'Doors' })
  reject()
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.at(-1)).toEqual(['a', { name: 'Doors' }])
  expect(saver.get()).toEqual({ state: 'saved', rows: {} })
})

test('reports a refused row once and drops its changes', async () => {
  const refuseMissing: Send = () =>
    Promise.reject(new ORPCError('NOT_FOUND', { message: 'This ticket type is gone.' }))
  const { saver, refused } = start([refuseMissing])
  saver.change('a', { name: 'Doors' })
  saver.flush()
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toEqual(['This ticket type is gone.'])
  expect(saver.get().rows).toEqual({})
})

test('a value that cannot be sent replaces a pending one of the same field', async () => {
  const { saver, sent } = start([])
  saver.change('a', { stock: 30 })
  saver.mark('a', 'stock', 'Enter a whole number', '30x')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([])
  expect(saver.get()).toEqual({
    state: 'refused',
    rows: { a: { unsaved: { stock: '30x' }, errors: { stock: 'Enter a whole number' } } },
  })
})

test('sends a field that returns to its saved value only while another value is in flight', async () => {
  const { saver, sent } = start([])
  saver.hold('a', { saleEndsAt: '2030' }, { saleEndsAt: 'Too late.' })
  expect(saver.get()).toMatchObject({ state: 'refused', rows: { a: { unsaved: { saleEndsAt: '2030' } } } })
  saver.undo('a', { saleEndsAt: null })
  expect(saver.get()).toEqual({ state: undefined, rows: {} })
  saver.change('a', { saleEndsAt: '2029' })
  saver.flush()
  saver.undo('a', { saleEndsAt: null, saleStartsAt: null })
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toEqual([
    ['a', { saleEndsAt: '2029' }],
    ['a', { saleEndsAt: null }],
  ])
})
