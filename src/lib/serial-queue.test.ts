import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue'

test('runs each task after the previous one, even if that failed, and returns each result', async () => {
  const runSerially = createSerialQueue()
  const seen: string[] = []
  const canEnd = Promise.withResolvers<void>()
  const piece = (name: string, until?: Promise<void>) => async () => {
    seen.push(`${name} begins`)
    await until
    seen.push(`${name} ends`)
    if (name === 'second') throw new Error('of the second')
    return name
  }
  const running = Promise.allSettled([
    runSerially(piece('first', canEnd.promise)),
    runSerially(piece('second')),
    runSerially(piece('third')),
  ])
  // After this turn of the event loop, a task that could start has started.
  await new Promise(setImmediate)
  canEnd.resolve()
  const results = await running
  expect(seen).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
  ).toEqual(['first', 'Error: of the second', 'third'])
})
