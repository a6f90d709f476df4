import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { Role } from '../rules/home-path'
import { leaveWhenSignedIn, requireAdmin, requireSignedIn } from './guards'

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

test('R-04 R-06 without a session: to /auth, and back here afterwards', async () => {
  const auth = { to: '/auth', search: { tab: 'sign-in', next: '/dashboard/chat/7?at=3' } }
  expect(await whereTo(requireSignedIn(arrive()))).toEqual(auth)
  expect(await whereTo(requireAdmin(arrive()))).toEqual(auth)
  expect(await whereTo(requireSignedIn(arrive('customer')))).toBe('stays')
})

test('R-05 signed in but no admin: to /', async () => {
  expect(await whereTo(requireAdmin(arrive('moderator', 'user')))).toEqual({ to: '/' })
  expect(await whereTo(requireAdmin(arrive('admin')))).toBe('stays')
})

test('R-10 a signed-in person has nothing to do at /auth', async () => {
  expect(await whereTo(leaveWhenSignedIn(arrive().context, '/events'))).toBe('stays')
  expect(await whereTo(leaveWhenSignedIn(arrive('user').context, '/events'))).toEqual({ to: '/events' })
  expect(await whereTo(leaveWhenSignedIn(arrive('user').context, '//evil.example'))).toEqual({
    to: '/dashboard',
  })
})
