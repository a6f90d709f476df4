import { afterEach, expect, test, vi } from 'vitest'
import { runAfterHydration } from './after-hydration'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('runs in idle time and can be canceled', () => {
  const waiting = new Map<number, () => void>()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    waiting.set(waiting.size + 1, run)
    return waiting.size
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => void waiting.delete(handle))
  const run = vi.fn<() => void>()
  runAfterHydration(run)
  expect(run).not.toHaveBeenCalled()
  waiting.get(1)?.()
  expect(run).toHaveBeenCalledOnce()
  runAfterHydration(run)()
  expect([...waiting.keys()]).toEqual([1])
})

test('runs after a short delay in browsers without idle callbacks', () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
  const run = vi.fn<() => void>()
  runAfterHydration(run)
  runAfterHydration(run)()
  vi.advanceTimersByTime(2000)
  expect(run).toHaveBeenCalledOnce()
})
