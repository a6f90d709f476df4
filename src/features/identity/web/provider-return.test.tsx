// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { isRedirect } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { redirectWhenLinked } from './redirect-when-linked'
import { ProviderReturn, ReturnFailed } from './provider-return'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'

afterEach(clearParts)

test('A-08 the return from a provider exchanges its code once and continues', async () => {
  const { asked } = fakeServer({ finish: () => ({ me: juno, landingPath: '/events/7' }) })
  const { path } = await renderPart(<ProviderReturn code="c0de" next="/events/7" />)
  expect(await path()).toBe('/events/7')
  expect(asked).toEqual([['finish', { code: 'c0de', next: '/events/7' }]])
})

test('A-08 two-step verification follows a sign-in with a provider, too', async () => {
  fakeServer({ finish: () => ({ me: null, landingPath: '/auth/factor?next=%2Fevents%2F7' }) })
  const { path } = await renderPart(<ProviderReturn code="c0de" next="/events/7" />)
  expect(await path()).toBe('/auth/factor?next=%2Fevents%2F7')
})

test('A-08 a failed sign-in with a provider shows the error and keeps the destination', async () => {
  fakeServer({
    finish: () => {
      throw new ORPCError('FLOW_EXPIRED', { message: 'That took too long, or was begun in another browser.' })
    },
  })
  await renderPart(<ProviderReturn code="c0de" next="/events/7" />)
  expect(await screen.findByRole('heading', { name: 'Not signed in' })).toBe(document.activeElement)
  expect(screen.getByText('That took too long, or was begun in another browser.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    '/auth?tab=sign-in&next=%2Fevents%2F7',
  )
})

test.each([
  ['provider_email_needs_verification', true],
  ['bad_oauth_callback', false],
])('A-07 for a visitor, the provider error %s offers to sign up: %s', async (code, isOffered) => {
  await renderPart(<ReturnFailed code={code} description={undefined} me={null} next="/events/7" />)
  const link = screen.queryByRole('link', { name: 'Sign Up' })
  expect(link?.getAttribute('href')).toBe(isOffered ? '/auth?tab=sign-up&next=%2Fevents%2F7' : undefined)
  expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy()
})

test('A-08 after a failure to link an account, “Go back” leads to the page where the linking started', async () => {
  await renderPart(
    <ReturnFailed
      code="identity_already_exists"
      description="other words"
      me={juno}
      next="/dashboard/settings"
    />,
  )
  expect(screen.getByRole('heading', { name: 'Not linked' })).toBeTruthy()
  expect(screen.getByText('Someone else already uses that account to sign in here.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/dashboard/settings')
})

test.each([
  ['/dashboard/settings', '/dashboard/settings'],
  ['//evil.example', '/'],
])('A-08 after linking an account, the page continues to %s', (next, href) => {
  let thrown: unknown
  try {
    redirectWhenLinked({ linked: 'github', next })
  } catch (error) {
    thrown = error
  }
  expect(isRedirect(thrown) && thrown.options.href).toBe(href)
  expect(() => redirectWhenLinked({ linked: undefined, next })).not.toThrow()
})
