import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createThreadPool } from './threads'

const folder = mkdtempSync(join(tmpdir(), 'threads-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.useRealTimers())

// Follows the protocol of run-worker-tasks.ts, in JavaScript, because threads can't load TypeScript with path aliases.
const file = join(folder, 'thread.mjs')
writeFileSync(
  file,
  `import { parentPort, threadId } from 'node:worker_threads'
  const held = []
  parentPort.on('message', ({ id, input }) => {
    if (input === 'crash') process.exit(3)
    if (input === 'hang') return
    if (input === 'fail') return parentPort.postMessage({ id, error: new Error('no paper') })
    if (input === 'hold') return held.push(id)
    parentPort.postMessage({ id, output: { input, threadId } })
    // Held tasks finish after the next task, in reverse order.
    for (const one of held.splice(0).reverse()) parentPort.postMessage({ id: one, output: { input: 'hold', threadId } })
  })`,
)
const create = (more: { atOnce?: number; deadlineMs?: number; idleMs?: number; most?: number } = {}) =>
  createThreadPool<string | (() => void), { input: string; threadId: number }>({
    file,
    runHere: () => Promise.reject(new Error('it must not run here')),
    most: 2,
    ...more,
  })

test('runs tasks in at most two threads, each with its own result', async () => {
  const threads = create()
  const results = await Promise.all(Array.from({ length: 20 }, (_, index) => threads.run(`task ${index}`)))
  expect(results.map(({ input }) => input)).toEqual(Array.from({ length: 20 }, (_, index) => `task ${index}`))
  expect(new Set(results.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(2)
})

test("a task that fails, or can't be posted to a thread, affects no other task", async () => {
  const threads = create({ most: 1 })
  const failed = threads.run('fail')
  const uncloneable = threads.run(() => undefined)
  const fine = threads.run('fine')
  await expect(failed).rejects.toThrow('no paper')
  await expect(uncloneable).rejects.toThrow('could not be cloned')
  expect((await fine).input).toBe('fine')
})

test('a crashing thread fails its task, and another thread runs the next one', async () => {
  const threads = create({ most: 1 })
  const crashed = threads.run('crash')
  const fine = threads.run('fine')
  await expect(crashed).rejects.toThrow('the thread ended')
  expect((await fine).input).toBe('fine')
})

test('fails a hanging task at its deadline', async () => {
  const threads = create({ most: 1, deadlineMs: 300 })
  await expect(threads.run('hang')).rejects.toThrow('longer than 0.3 seconds')
})

test('runs several tasks at the same time in a thread, each with its own result', async () => {
  const threads = create({ most: 1, atOnce: 3 })
  const tasks = ['hold', 'hold', 'next'].map((input) => threads.run(input))
  expect((await Promise.all(tasks)).map(({ input }) => input)).toEqual(['hold', 'hold', 'next'])
})

test('a crash fails all tasks of its thread, and the next task starts another thread', async () => {
  const threads = create({ most: 1, atOnce: 3 })
  const results = await Promise.allSettled(['hold', 'crash', 'hold'].map((input) => threads.run(input)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect((await threads.run('fine')).input).toBe('fine')
})

test('ends an idle thread, and starts another for the next task', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const threads = create({ most: 1, idleMs: 1000 })
  const first = await threads.run('first')
  vi.advanceTimersByTime(999)
  const second = await threads.run('second')
  expect(second.threadId).toBe(first.threadId)
  vi.advanceTimersByTime(1000)
  const third = await threads.run('third')
  expect(third.threadId).not.toBe(first.threadId)
})

test('without a file for workers, runs every task in the main thread', async () => {
  const threads = createThreadPool({ file: undefined, runHere: async (input: number) => input + 1 })
  expect(await threads.run(1)).toBe(2)
})
