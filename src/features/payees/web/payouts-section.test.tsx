// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SiteName } from '~/design/site-name'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import { refusal } from '~tests/support/refusal'
import type { Payee, Payouts } from '../contract'
import { PayoutsBadge, PayoutsSection } from './payouts-section'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  notify.dismiss()
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  window.location.hash = ''
})

const unfinished: Payee = {
  status: 'in_progress',
  bank: null,
  requirements: [
    { kind: 'identity_document', urgency: 'now', dueAt: null },
    { kind: 'bank_account', urgency: 'now', dueAt: null },
    { kind: 'tax_number', urgency: 'later', dueAt: '2027-01-31T12:00:00.000Z' },
  ],
  checkedAt: '2026-11-20T13:02:00.000Z',
  connectedAt: null,
  disconnectFrom: null,
}
const complete: Payee = {
  ...unfinished,
  status: 'connected',
  bank: { name: 'Sandbox Bank', last4: '3000', country: 'DE', currency: 'EUR' },
  requirements: [],
  connectedAt: '2026-11-20T13:02:00.000Z',
}
const restricted: Payee = {
  ...complete,
  status: 'restricted',
  requirements: [{ kind: 'tax_number', urgency: 'overdue', dueAt: '2026-12-10T12:00:00.000Z' }],
}
const createPayouts = (payee: Payee | null, provider: Payouts['provider'] = 'stripe'): Payouts => ({
  provider,
  payee,
})

async function show(
  payouts: Payouts,
  { responses = {}, hash = '' }: { responses?: Answers; hash?: string } = {},
) {
  const calls = fakeServer({ 'payouts.get': () => payouts, ...responses })
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <SiteName value="Back to Back">
          <ThemeProvider initial="dark">
            <Suspense>
              <PayoutsBadge />
              <PayoutsSection id="payouts" />
            </Suspense>
            <Toaster />
          </ThemeProvider>
        </SiteName>
      ),
    }),
    history: createMemoryHistory({ initialEntries: [`/${hash}`] }),
  })
  await router.load()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { written: () => calls.map(([name]) => name).filter((name) => name !== 'payouts.get') }
}
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })

test('without an account, says what is needed and opens the provider', async () => {
  const { written } = await show(createPayouts(null), {
    responses: { 'payouts.connect': () => ({ redirectUrl: '/#opened' }) },
    hash: '#payouts',
  })
  await screen.findByText('Opens Stripe. You return here.')
  screen.getByText(/Back to Back doesn’t see your ID/)
  expect(screen.queryByText('connected')).toBeNull()
  await userEvent.click(await findButton('Connect bank account'))
  await waitFor(() => expect(window.location.hash).toBe('#opened'))
  const busy = await findButton(/Opening/)
  await userEvent.click(busy)
  expect(written(), 'one account, and nothing to read again').toEqual(['payouts.connect'])
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  await findButton('Connect bank account')
})

test('the section names the sandbox instead of Stripe', async () => {
  await show(createPayouts(null, 'sandbox'))
  await screen.findByText('Opens the sandbox. You return here.')
  screen.getByText('The sandbox checks nothing')
  expect(screen.queryByText(/Stripe/)).toBeNull()
})

test('a failed connect shows an error, and the button can be pressed again', async () => {
  await show(createPayouts(null), {
    responses: {
      'payouts.connect': () => {
        throw refusal('DISCONNECTED', 'Your account was disconnected. Connect it again.')
      },
    },
  })
  await userEvent.click(await findButton('Connect bank account'))
  await screen.findByText('Your account was disconnected. Connect it again.')
  await findButton('Connect bank account')
})

test('an unfinished setup lists each requirement with its date, and can be continued', async () => {
  const { written } = await show(createPayouts(unfinished), {
    responses: { 'payouts.connect': () => ({ redirectUrl: '/#opened' }) },
  })
  await screen.findByText('setup in progress')
  screen.getByText('Stripe needs 2 more items before you can receive payouts.')
  const list = within(screen.getByRole('list', { name: 'What Stripe needs' }))
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Photo of your ID Needed now. A passport, an ID card or a driving license.Upload photo',
    'Bank account Needed now. The account that receives your payouts.Add account',
    'Tax number Needed by Sun 31 Jan 2027. It is on your tax assessment.Add number',
  ])
  await userEvent.click(await findButton('Continue setup'))
  expect(written()).toEqual(['payouts.connect'])
})

test('an unknown requirement is described without a code', async () => {
  await show(
    createPayouts({ ...unfinished, requirements: [{ kind: 'unknown', urgency: 'now', dueAt: null }] }),
  )
  await screen.findByText('Stripe needs more information')
  screen.getByText('Stripe needs 1 more item before you can receive payouts.')
})

test('returning from the provider checks the account again and shows the time of the check', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T12:00:00Z') })
  const checkedAt = '2026-11-21T12:00:00.000Z'
  const { written } = await show(createPayouts(unfinished), {
    responses: { 'payouts.refresh': () => createPayouts({ ...complete, checkedAt }) },
    hash: '#payouts',
  })
  await screen.findByText('connected')
  screen.getByText('Your account is complete. You can receive payouts.')
  expect(screen.getByRole('status').textContent).toMatch(/^Checked at \d\d:\d\d$/)
  expect(written()).toEqual(['payouts.refresh'])
})

test('opening another section does not read the account again; an older check is shown with its date', async () => {
  const { written } = await show(createPayouts(unfinished), { hash: '#account' })
  await screen.findByText(/^Checked on (?:Fri 20|Sat 21) Nov at \d\d:\d\d$/)
  expect(written()).toEqual([])
})

test('a failed check of the account keeps the last state and can be repeated', async () => {
  let isDown = true
  await show(createPayouts(unfinished), {
    responses: {
      'payouts.refresh': () => {
        if (isDown) throw refusal('TOO_MANY_REQUESTS', 'Try again in a moment.')
        return createPayouts(complete)
      },
    },
    hash: '#payouts',
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Try again in a moment.')
  screen.getByText('setup in progress')
  isDown = false
  await userEvent.click(await findButton('Check again'))
  await screen.findByText('connected')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an account that was paid recently says from when it can be disconnected', async () => {
  await show(createPayouts({ ...complete, disconnectFrom: '2027-03-20T13:02:00.000Z' }))
  await screen.findByText(
    /^You can disconnect from Sat 20 Mar 2027\. Until then, refunds and disputes can be deducted/,
  )
  expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull()
})

test('a connected account shows its bank and disconnects after a confirmation', async () => {
  const { written } = await show(createPayouts(complete), {
    responses: { 'payouts.disconnect': () => createPayouts(null) },
  })
  await screen.findByText('Bank account ending 3000')
  screen.getByText(/^Sandbox Bank, DE, EUR\. Connected (?:Fri 20|Sat 21) Nov 2026\.$/)
  screen.getByText(/^We send deposits when they’re paid/)
  await userEvent.click(await findButton('Disconnect'))
  const dialog = () => within(screen.getByRole('alertdialog', { name: 'Disconnect Stripe?' }))
  await userEvent.click(dialog().getByRole('button', { name: 'Keep connected' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(written()).toEqual([])
  await userEvent.click(await findButton('Disconnect'))
  await userEvent.click(dialog().getByRole('button', { name: 'Disconnect' }))
  const connect = await findButton('Connect bank account')
  expect(written()).toEqual(['payouts.disconnect'])
  await waitFor(() => expect(document.activeElement, 'focus stays in the section').toBe(connect))
})

test('a restricted account says what is overdue and how to resolve it', async () => {
  await show(createPayouts(restricted))
  await screen.findByText('action needed')
  screen.getByText('Payouts are paused.')
  screen.getByText('Stripe needs your tax number.')
  screen.getByText(/It was due on Thu 10 Dec 2026\. You receive no payouts until this is resolved\./)
  screen.getByText(/^Overdue since Thu 10 Dec 2026\./)
  await findButton('Add number')
  await findButton('Resolve with Stripe')
})

test('a restricted account without requirements says that the provider is checking it', async () => {
  await show(createPayouts({ ...restricted, requirements: [] }))
  await screen.findByText('Stripe is checking your account.')
  expect(screen.queryByRole('list')).toBeNull()
})

test('the section says that payouts are not available if there is no provider', async () => {
  await show(createPayouts(null, 'none'))
  await screen.findByText('Payouts aren’t available on this site.')
  expect(screen.queryByRole('button', { name: /Connect/ })).toBeNull()
})
