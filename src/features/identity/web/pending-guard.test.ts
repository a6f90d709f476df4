import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { redirectWhenPending, requirePending } from './pending-guard'
import type { Pending } from './sign-in-queries'

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

test('R-02 a pending sign-in continues with two-step verification, and keeps the destination', async () => {
  expect(await whereTo(redirectWhenPending(browserOf(half), '/events/7'))).toEqual({
    to: '/auth/factor',
    search: { next: '/events/7' },
  })
  expect(await requirePending(browserOf(half), undefined)).toEqual(half)
})

test('R-02 without a pending sign-in, /auth/factor redirects to the sign-in form', async () => {
  expect(await whereTo(redirectWhenPending(browserOf(null), '/events/7'))).toBeUndefined()
  expect(await whereTo(requirePending(browserOf(null), '/events/7'))).toEqual({
    to: '/auth',
    search: { tab: 'sign-in', next: '/events/7' },
  })
})

test('R-02 a pending session that has ended redirects to the sign-in form', async () => {
  const browser = browserOf(half)
  await requirePending(browser, undefined)
  registerLink({ call: async () => null })
  expect(await whereTo(requirePending(browser, undefined))).toMatchObject({ to: '/auth' })
})
