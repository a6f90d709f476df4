import { expect, test } from 'vitest'
import { iteratePages } from './iterate-pages'

test('reads each page on demand, from start to end', async () => {
  const calls: (string | undefined)[] = []
  const pages = iteratePages(async (after) => {
    calls.push(after)
    const n = after === undefined ? 1 : Number(after) + 1
    return { rows: [n], nextCursor: n < 3 ? String(n) : null }
  })
  expect((await pages.next()).value).toEqual([1])
  expect(calls).toEqual([undefined])
  const rest = []
  for await (const page of pages) rest.push(page)
  expect(rest).toEqual([[2], [3]])
  expect(calls).toEqual([undefined, '1', '2'])
})
