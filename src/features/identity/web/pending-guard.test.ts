import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { goOnWhenPending, requirePending } from './pending-guard'
import type { Pending } from './way-queries'

afterEach(() => registerLink(undefined))

const half: Pending = { fullName: 'Juno Okafor', factors: [], hasRecoveryCodes: true, hasPasskeys: false }
function browserOf(pending: Pending | null) {
  registerLink({ call: async () => pending })
  return { queryClient: new QueryClient() }
}
async function whereTo(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
    return undefined
  } catch (error) {
    return isRedirect(error) ? { to: error.options.to, search: error.options.search } : error
  }
}

test('R-02 whoever is half in goes on with the second half, and to where they were going', async () => {
  expect(await whereTo(goOnWhenPending(browserOf(half), '/events/7'))).toEqual({
    to: '/auth/factor',
    search: { next: '/events/7' },
  })
  expect(await requirePending(browserOf(half), undefined)).toEqual(half)
})

test('R-02 whoever has nothing to show begins anew', async () => {
  expect(await whereTo(goOnWhenPending(browserOf(null), '/events/7'))).toBeUndefined()
  expect(await whereTo(requirePending(browserOf(null), '/events/7'))).toEqual({
    to: '/auth',
    search: { tab: 'sign-in', next: '/events/7' },
  })
})

test('R-02 a session on its way that ended meanwhile is noticed', async () => {
  const browser = browserOf(half)
  await requirePending(browser, undefined)
  registerLink({ call: async () => null })
  expect(await whereTo(requirePending(browser, undefined))).toMatchObject({ to: '/auth' })
})
