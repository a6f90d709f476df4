import { afterEach, expect, test, vi } from 'vitest'
import { createScheduler } from './scheduler'

afterEach(() => void vi.useRealTimers())

function held() {
  let end = () => {}
  const done = new Promise<string>((resolve) => (end = () => resolve('done')))
  return { work: () => done, end }
}

test('runs a limited number of tasks at the same time, and the others in order', async () => {
  vi.useFakeTimers()
  const runInTurn = createScheduler({ atOnce: 2, patienceMs: 10_000, waiting: 5 })
  const [first, second] = [held(), held()]
  const order: string[] = []
  const running = [runInTurn(first.work), runInTurn(second.work)]
  const later = ['third', 'fourth'].map((name) => runInTurn(() => Promise.resolve(order.push(name))))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(order).toEqual([])
  first.end()
  await Promise.all(later)
  expect(order).toEqual(['third', 'fourth'])
  second.end()
  expect(await Promise.all(running)).toEqual(['done', 'done'])
})

test('refuses work that waits too long, or that finds the queue full', async () => {
  vi.useFakeTimers()
  const runInTurn = createScheduler({ atOnce: 1, patienceMs: 30, waiting: 1 })
  const first = held()
  const running = runInTurn(first.work)
  const impatient = runInTurn(() => Promise.resolve('never'))
  expect(await runInTurn(() => Promise.resolve('never'))).toBe('busy')
  await vi.advanceTimersByTimeAsync(30)
  expect(await impatient).toBe('busy')
  first.end()
  await running
  expect(await runInTurn(() => Promise.resolve('free again'))).toBe('free again')
})

test('a task that throws frees its slot', async () => {
  const runInTurn = createScheduler({ atOnce: 1, patienceMs: 30, waiting: 1 })
  await expect(runInTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await runInTurn(() => Promise.resolve('next'))).toBe('next')
})
