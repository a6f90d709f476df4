import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { restoreQueries, serializeQueries } from './dehydrated-queries'

const asked: unknown[] = []
const list = {
  queryKey: ['list'],
  queryFn: ({ pageParam }: { pageParam: number | undefined }) => {
    asked.push(pageParam)
    return { next: (pageParam ?? 0) + 1 }
  },
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ next }: { next: number }) => next,
}

test('a list read on the server is refetched in the browser with the same input: undefined, not null', async () => {
  const server = new QueryClient()
  await server.infiniteQuery({ ...list, pages: 2 })
  await server.query({ queryKey: ['one'], queryFn: () => ({ pageParams: [null], next: null }) })
  const browser = new QueryClient()
  restoreQueries(browser, serializeQueries(server))
  expect(browser.getQueryData(['one'])).toEqual({ pageParams: [null], next: null })
  expect(browser.getQueryData(['list'])).toEqual(server.getQueryData(['list']))

  asked.length = 0
  await browser.infiniteQuery({ ...list, staleTime: 0 })
  expect(asked).toEqual([undefined, 1])
})
