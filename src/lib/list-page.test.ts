import { expect, test } from 'vitest'
import { type PageInput, readPage, readStart } from './list-page'

type Place = { key: number; n: number }

/** A list of numbers that rises, paged as a table is. */
function pagerOf(list: readonly number[], limit: number) {
  return (input: PageInput) =>
    readPage(readStart(input, find), limit, {
      cursorOf: (key: number, n) => `${key}/${n}`,
      read: (start, most) => {
        const rows = start.isBackwards
          ? list.filter((key) => start.row === undefined || key < start.row.key).toReversed()
          : list.filter((key) => start.row === undefined || key > start.row.key)
        return Promise.resolve(rows.slice(0, most))
      },
    })
}

function find(text: string): Place | undefined {
  const [, key, n] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  return key === undefined ? undefined : { key: Number(key), n: Number(n) }
}

const upTo = (count: number) => Array.from({ length: count }, (_, place) => (place + 1) * 10)

test.each([1, 9, 10, 11, 25, 30])(
  'a list of %i is walked to its end and back, each page once, each in its place',
  async (count) => {
    const list = upTo(count)
    const page = pagerOf(list, 10)
    const there = [await page({})]
    for (let next = there[0]?.nextCursor; next; next = there.at(-1)?.nextCursor)
      there.push(await page({ after: next }))
    expect(there.flatMap(({ shown }) => shown)).toEqual(list)
    expect(there.map(({ from }) => from)).toEqual(there.map((_, place) => place * 10 + 1))

    const back = there.slice(-1)
    for (let previous = back[0]?.previousCursor; previous; previous = back[0]?.previousCursor)
      back.unshift(await page({ before: previous }))
    expect(back).toEqual(there)
  },
)

test('an empty list has no place and no way on', async () => {
  expect(await pagerOf([], 10)({})).toEqual({ shown: [], from: 0, previousCursor: null, nextCursor: null })
})

test('behind the last row, which is gone meanwhile, there is nothing, and no way back', async () => {
  expect(await pagerOf(upTo(3), 10)({ after: '30/10' })).toEqual({
    shown: [],
    from: 0,
    previousCursor: null,
    nextCursor: null,
  })
})

test('where less than a page is left before a row, the first page is whole', async () => {
  const page = pagerOf(upTo(30), 10)
  const { shown, from, previousCursor } = await page({ before: '40/11' })
  expect({ shown, from, previousCursor }).toEqual({ shown: upTo(10), from: 1, previousCursor: null })
})

test('where more came in before a row than its place says, the place stays a place', async () => {
  const { shown, from, previousCursor } = await pagerOf(upTo(30), 10)({ before: '200/3' })
  expect(shown).toEqual(upTo(19).slice(9))
  expect(from).toBe(1)
  expect(previousCursor).toBe('100/1')
})

test('what no answer gave is the first page', async () => {
  const page = pagerOf(upTo(30), 10)
  for (const input of [{ after: 'rubbish' }, { before: 'rubbish' }, { before: '' }])
    expect(await page(input)).toEqual(await page({}))
})
