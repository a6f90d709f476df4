import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimers } from './timers'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('never overlaps a slow run', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const timers = createTimers({ error: vi.fn<() => void>() })
  timers.every(1, 'slow', async () => {
    running += 1
    runs += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    running -= 1
  })
  timers.start()
  await vi.advanceTimersByTimeAsync(8_500)
  expect(most).toBe(1)
  expect(runs).toBe(3 - 1)
  const stopped = timers.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
})

test('runs less often while there is nothing to do', async () => {
  const run = vi.fn<() => Promise<number>>().mockResolvedValueOnce(7).mockResolvedValue(0)
  const timers = createTimers({ error: vi.fn<() => void>() })
  timers.every(1, 'sometimes idle', run, 5)
  timers.start()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(3)
  await timers.stop()
})

test('a change ends the longer wait of idle tasks, and so does work done by another task', async () => {
  const idle = vi.fn<() => Promise<number>>().mockResolvedValue(0)
  const working = vi.fn<() => Promise<number>>().mockResolvedValue(0)
  const timers = createTimers({ error: vi.fn<() => void>() })
  timers.every(1, 'idle', idle, 60)
  timers.every(2, 'working', working, 60)
  timers.start()
  await vi.advanceTimersByTimeAsync(2_500)
  expect([idle.mock.calls.length, working.mock.calls.length]).toEqual([1, 1])
  timers.wakeIdleTasks()
  timers.wakeIdleTasks()
  await vi.advanceTimersByTimeAsync(1_500)
  expect([idle.mock.calls.length, working.mock.calls.length]).toEqual([2, 1])
  working.mockResolvedValueOnce(3)
  await vi.advanceTimersByTimeAsync(500)
  expect([idle.mock.calls.length, working.mock.calls.length]).toEqual([2, 2])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([idle.mock.calls.length, working.mock.calls.length]).toEqual([3, 2])
  await timers.stop()
  timers.wakeIdleTasks()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([idle.mock.calls.length, working.mock.calls.length]).toEqual([3, 2])
})

test('logs an error and runs again', async () => {
  const error = vi.fn<() => void>()
  const run = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no database'))
  const timers = createTimers({ error })
  timers.every(1, 'fails', run)
  timers.start()
  await vi.advanceTimersByTimeAsync(3_100)
  expect(run).toHaveBeenCalledTimes(3)
  expect(error).toHaveBeenCalledTimes(3)
  await timers.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(3)
})
