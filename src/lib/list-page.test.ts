import { expect, test } from 'vitest'
import { defineCursor } from './cursor'
import { type PageInput, readPage } from './list-page'

const cursor = defineCursor('int')
const at = (key: number, n: number) => cursor.write({ key: [key], n })

function createPager(list: readonly number[], limit: number) {
  return (input: PageInput) =>
    readPage(input, limit, {
      cursor,
      read: ({ row, isBackwards }, most) => {
        const [key] = row ?? []
        const rows = isBackwards
          ? list.filter((number) => key === undefined || number < key).toReversed()
          : list.filter((number) => key === undefined || number > key)
        return Promise.resolve(rows.slice(0, most))
      },
      getKey: (number) => [number],
    })
}

const upTo = (count: number) => Array.from({ length: count }, (_, place) => (place + 1) * 10)

test.each([1, 9, 10, 11, 25, 30])(
  'pages through a list of %i to its end and back, each page with the same numbers',
  async (count) => {
    const list = upTo(count)
    const page = createPager(list, 10)
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

test('an empty list has no row numbers and no cursors', async () => {
  expect(await createPager([], 10)({})).toEqual({
    shown: [],
    from: 0,
    previousCursor: null,
    nextCursor: null,
  })
})

test('returns an empty page after the last row, even if that row was deleted', async () => {
  expect(await createPager(upTo(3), 10)({ after: at(30, 10) })).toEqual({
    shown: [],
    from: 0,
    previousCursor: null,
    nextCursor: null,
  })
})

test('returns the full first page when less than a page precedes the cursor', async () => {
  const page = createPager(upTo(30), 10)
  const { shown, from, previousCursor } = await page({ before: at(40, 11) })
  expect({ shown, from, previousCursor }).toEqual({ shown: upTo(10), from: 1, previousCursor: null })
})

test('keeps row numbers positive when rows were added before the cursor', async () => {
  const { shown, from, previousCursor } = await createPager(upTo(30), 10)({ before: at(200, 3) })
  expect(shown).toEqual(upTo(19).slice(9))
  expect(from).toBe(1)
  expect(previousCursor).toBe(at(100, 1))
})

test('treats an unknown cursor as the first page', async () => {
  const page = createPager(upTo(30), 10)
  for (const input of [{ after: 'rubbish' }, { before: 'rubbish' }, { before: '' }])
    expect(await page(input)).toEqual(await page({}))
})
