// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillField } from '~tests/support/fill-field'
import { registerLink } from '~/platform/rpc/link'
import { RequestInvitePage } from './request-invite-page'

const requests: unknown[] = []
beforeEach(async () => {
  requests.length = 0
  registerLink({ call: async (path, input) => (requests.push([path.join('.'), input]), {}) })
  const router = createRouter({
    routeTree: createRootRoute({ component: RequestInvitePage }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
})

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Request Invite' }))

test('N-02 links back to the previous page and to the home page', () => {
  for (const name of ['Back', 'Home'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/')
})

test('L-01 reports missing fields, focuses the first one, and sends nothing', async () => {
  await press()
  expect(document.activeElement).toBe(box('Full name'))
  await fillField(box('Full name'), 'Lea Hartmann')
  await fillField(box('Email'), 'lea@nachtamt.example')
  await press()
  expect(screen.getByText('Choose what you do.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'DJ' }))
  expect(requests).toEqual([])
})

test('L-01 sends a request, and explains the next step', async () => {
  await fillField(box('Full name'), 'Lea Hartmann')
  await fillField(box('Email'), 'lea@nachtamt.example')
  await userEvent.click(screen.getByRole('button', { name: 'Promoter' }))
  await fillField(box(/^In your words/), 'Runs a Thursday.')
  expect(screen.getByText('16/500')).toBeTruthy()
  await fillField(box(/^Who can vouch for you/), 'Juno Okafor')
  await press()
  expect(await screen.findByRole('heading', { name: 'Request sent.' })).toBe(document.activeElement)
  expect(screen.getByText(/we email a code to lea@nachtamt\.example/)).toBeTruthy()
  expect(requests).toEqual([
    [
      'invitations.requestInvite',
      {
        fullName: 'Lea Hartmann',
        email: 'lea@nachtamt.example',
        occupation: 'promoter',
        about: 'Runs a Thursday.',
        vouchedBy: 'Juno Okafor',
        link: '',
      },
    ],
  ])
})
