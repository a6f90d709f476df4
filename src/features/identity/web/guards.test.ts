import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { Role } from '../rules/home-path'
import { getMemberLandingPath, redirectWhenSignedIn, requireAdmin, requireSignedIn } from './guards'

afterEach(() => registerLink(undefined))

function arrive(...roles: Role[]) {
  const me = roles.length === 0 ? null : { id: 'p', email: 'juno@okafor.example', roles }
  registerLink({ call: async () => me })
  return { context: { queryClient: new QueryClient() }, location: { href: '/dashboard/chat/7?at=3' } }
}

async function whereTo(guard: Promise<unknown>): Promise<unknown> {
  const thrown: unknown = await guard.then(
    () => 'stays',
    (reason: unknown) => reason,
  )
  if (!isRedirect(thrown)) return thrown
  const { to, href, search } = thrown.options
  return { to: to ?? href, ...(search ? { search } : {}) }
}

test('R-04 R-06 without a session, leads to /auth and back afterwards', async () => {
  const auth = { to: '/auth', search: { tab: 'sign-in', next: '/dashboard/chat/7?at=3' } }
  expect(await whereTo(requireSignedIn(arrive()))).toEqual(auth)
  expect(await whereTo(requireAdmin(arrive()))).toEqual(auth)
  expect(await whereTo(requireSignedIn(arrive('customer')))).toBe('stays')
})

test("R-05 leads a signed-in person who isn't an admin to /", async () => {
  expect(await whereTo(requireAdmin(arrive('moderator', 'user')))).toEqual({ to: '/' })
  expect(await whereTo(requireAdmin(arrive('admin')))).toBe('stays')
})

test('R-10 leads a signed-in person away from /auth', async () => {
  const leave = (search: { next?: string; code?: string }, ...roles: Role[]) =>
    whereTo(redirectWhenSignedIn(arrive(...roles).context, search))
  expect(await leave({ next: '/events' })).toBe('stays')
  expect(await leave({ next: '/events' }, 'user')).toEqual({ to: '/events' })
  expect(await leave({ next: '//evil.example' }, 'user')).toEqual({ to: '/dashboard' })
})

test('A-05 an invitation link leads a signed-in customer to redeem it, but not a member', async () => {
  const leave = (...roles: Role[]) =>
    whereTo(redirectWhenSignedIn(arrive(...roles).context, { next: '/dashboard/chat', code: 'K7Q2XM0R' }))
  expect(await leave()).toBe('stays')
  expect(await leave('customer')).toEqual({
    to: '/dashboard/members-only',
    search: { next: '/dashboard/chat', code: 'K7Q2XM0R' },
  })
  expect(await leave('customer', 'user')).toEqual({ to: '/dashboard/chat' })
  expect([
    getMemberLandingPath('/dashboard/chat?at=3'),
    getMemberLandingPath('//evil.example'),
    getMemberLandingPath(undefined),
  ]).toEqual(['/dashboard/chat?at=3', '/dashboard', '/dashboard'])
})
