// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import { SandboxPayeePage } from './sandbox-payee-page'

afterEach(() => {
  cleanup()
  registerLink(undefined)
  window.location.hash = ''
})

test.each([
  ['Complete setup', 'complete'],
  ['Leave the setup unfinished', 'unfinished'],
  ['Ask for a tax number', 'tax_number_needed'],
])('%s sets the state %s and returns to the settings', async (name, setup) => {
  const calls = fakeServer({
    'sandbox.get': () => ({ setup: 'unfinished' }),
    'sandbox.choose': () => ({ returnUrl: '/#returned' }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <SandboxPayeePage account="sbx_payee_1" />
      </Suspense>
    </QueryClientProvider>,
  )
  const choice = await screen.findByRole('button', { name: new RegExp(`^${name}`) })
  expect(screen.getByRole('button', { name: /current/ }).textContent).toContain('Leave the setup unfinished')
  expect(screen.getByRole('link', { name: 'Back to settings' }).getAttribute('href')).toBe(
    '/dashboard/settings#payouts',
  )
  await userEvent.click(choice)
  await waitFor(() => expect(window.location.hash).toBe('#returned'))
  expect(calls).toContainEqual(['sandbox.choose', { account: 'sbx_payee_1', setup }])
})

test('the sandbox’s page leads back to the event that the person came from', async () => {
  const eventId = '01a1fe9c-0000-7000-8000-000000000001'
  const calls = fakeServer({
    'sandbox.get': () => ({ setup: null }),
    'sandbox.choose': () => ({ returnUrl: '/#returned' }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <SandboxPayeePage account="sbx_payee_1" eventId={eventId} />
      </Suspense>
    </QueryClientProvider>,
  )
  const back = await screen.findByRole('link', { name: 'Back to the event' })
  expect(back.getAttribute('href')).toBe(`/dashboard/events/${eventId}/edit`)
  await userEvent.click(screen.getByRole('button', { name: /^Complete setup/ }))
  await waitFor(() => expect(window.location.hash).toBe('#returned'))
  expect(calls).toContainEqual(['sandbox.choose', { account: 'sbx_payee_1', setup: 'complete', eventId }])
})
