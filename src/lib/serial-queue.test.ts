import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue'

test('runs each task after the previous one, even if that failed, and returns each result', async () => {
  const runSerially = createSerialQueue()
  const seen: string[] = []
  const piece = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => void setTimeout(resolve, ms))
    seen.push(`${name} ends`)
    if (name === 'second') throw new Error('of the second')
    return name
  }
  const results = await Promise.allSettled([
    runSerially(piece('first', 20)),
    runSerially(piece('second', 10)),
    runSerially(piece('third', 0)),
  ])
  expect(seen).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'first',
    'Error: of the second',
    'third',
  ])
})
