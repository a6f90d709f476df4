// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type ErrorComponentProps,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '~/design/theme-context'
import { replaceSignedInPerson, type Me, meQuery } from '~/features/identity/web/queries'
import { registerLink } from '~/platform/rpc/link'
import { refusal } from '~tests/support/refusal'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import { Route as CustomerSettings } from '../customer.settings'
import { Route as DashboardSettings } from '../dashboard.settings'
import { loadOwnSettings, OwnSettings } from './own-settings'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const me: Me = {
  id: 'temi',
  fullName: 'Temi Ade',
  email: 'temi@ade.example',
  isEmailVerified: false,
  avatarUrl: null,
  roles: ['customer'],
  needsTwoStep: false,
  homePath: '/customer/dashboard',
}

const responses: Answers = {
  'account.get': () => ({
    fullName: 'Temi Ade',
    email: 'temi@ade.example',
    isEmailVerified: false,
    emailChange: null,
    phone: null,
    isPhoneVerified: false,
    newPhone: null,
    hasTextMessages: true,
    hasPassword: true,
    passwordChangedAt: null,
    hasSecondFactor: false,
    codeDestination: null,
  }),
  'account.sessions.list': () => ({ sessions: [] }),
  'factors.list': () => ({
    factors: [],
    hasTextMessages: false,
    trustedBrowsers: 0,
    isThisBrowserTrusted: false,
  }),
  'recoveryCodes.status': () => ({ left: 0, madeAt: null }),
  'passkeys.list': () => ({ passkeys: [] }),
  'identities.list': () => ({ identities: [], linkable: [] }),
  emailPreferences: () => ({ choices: [] }),
  // The lists of API keys and of webhooks.
  list: () => ({ keys: [], endpoints: [] }),
  'activity.list': () => {
    throw new TypeError('no answer')
  },
  'export.state': () => ({
    state: 'none',
    requestedAt: null,
    expiresAt: null,
    bytes: null,
    href: null,
    nextRequestAt: null,
    emailedTo: 'temi@ade.example',
  }),
  'removal.inspect': () => ({
    confirmBy: 'password',
    events: [],
    isLastAdmin: false,
    deleted: [],
    retained: [],
  }),
  'billing.get': () => ({ details: null }),
  'payouts.get': () => ({ provider: 'sandbox', payee: null }),
  me: () => me,
}
const usual = (name: string) => responses[name]?.(undefined as never) as object
const fail = () => {
  throw refusal('TOO_MANY_REQUESTS', 'Try again in a moment.')
}

async function show(own: Answers = {}, person: Me = me) {
  const calls = fakeServer({ ...responses, ...own })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  queryClient.setQueryData(meQuery().queryKey, person)
  await loadOwnSettings(queryClient)
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ThemeProvider initial="dark">
          <OwnSettings here="/customer/settings" />
        </ThemeProvider>
      ),
    }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { queryClient, calls }
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('A-08 a failed query affects only its own section of the settings', async () => {
  let isDown = true
  await show({ 'passkeys.list': () => (isDown ? fail() : { passkeys: [] }) })
  const passkeys = await section('Passkeys')
  expect((await passkeys.findByRole('alert')).textContent).toBe('Try again in a moment.')
  ;(await section('Account')).getByText('Temi Ade')
  ;(await section('Password')).getByRole('form', { name: 'Change password' })
  ;(await section('Delete account')).getByRole('button', { name: 'Delete my account' })
  isDown = false
  await userEvent.click(passkeys.getByRole('button', { name: 'Try again' }))
  await passkeys.findByText(/This browser doesn’t support passkeys/)
  expect(passkeys.queryByRole('alert')).toBeNull()
  expect(document.activeElement?.closest('section')?.id, 'focus stays in the section').toBe('passkeys')
})

test('A-09 shows an error when the sign-in identities fail to load', async () => {
  await show({ 'identities.list': fail })
  expect((await (await section('Linked accounts')).findByRole('alert')).textContent).toBe(
    'Try again in a moment.',
  )
})

test('A-08 accounts without a password reauthenticate by two-step verification and keep their input', async () => {
  const phone = { id: 'f1', kind: 'totp', name: 'Phone', phone: null, addedAt: '2026-02-03T10:00:00.000Z' }
  const given: string[] = []
  let isReauthenticated = false
  await show({
    'account.get': () => ({
      ...usual('account.get'),
      hasPassword: false,
      hasSecondFactor: true,
    }),
    'factors.list': () => ({ ...usual('factors.list'), factors: [phone] }),
    'factors.challenge': () => ({ challengeId: 'c1' }),
    'factors.verify': () => {
      isReauthenticated = true
      return { recoveryCodes: null }
    },
    'removal.inspect': () => ({ ...usual('removal.inspect'), confirmBy: 'email' }),
    'removal.sendCode': () => ({ sentBy: 'email' }),
    'removal.remove': ({ code }: { code: string }) => {
      given.push(code)
      if (!isReauthenticated) throw refusal('REAUTHENTICATION_REQUIRED', 'Confirm that it’s you first.')
      throw refusal('WRONG_CODE', 'Not those.')
    },
  })
  const user = userEvent.setup()
  await user.click((await section('Delete account')).getByRole('button', { name: 'Delete my account' }))
  const question = async () => within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  await user.click((await question()).getByRole('button', { name: 'Email me a code' }))
  await user.type(await (await question()).findByLabelText('Code'), '123456{Enter}')
  const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.click((await findDialog()).getByRole('button', { name: 'Cancel' }))
  const digits = (await question()).getByLabelText<HTMLInputElement>('Code')
  expect(digits.value).toBe('123456')
  expect(screen.queryByText(/Confirm that it’s you|Failed to delete your account/)).toBeNull()
  await user.click((await question()).getByRole('button', { name: 'Delete my account' }))
  await user.type((await findDialog()).getByLabelText('Code'), '654321')
  await (await question()).findByText(/That isn’t the latest code/)
  expect(given).toEqual(['123456', '123456', '123456'])
})

test('before an API key is created, the dialog says that a key gives access to the account', async () => {
  await show({
    create: () => {
      throw refusal('REAUTHENTICATION_REQUIRED', 'Confirm that it’s you first.')
    },
  })
  const user = userEvent.setup()
  await user.click((await section('API keys')).getByRole('button', { name: 'Create API key' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create an API key' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Box office')
  await user.click(form.getByRole('checkbox', { name: /^events:read/ }))
  await user.click(form.getByRole('button', { name: 'Create key' }))
  const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  question.getByText('An API key gives access to your account’s data, so please confirm that it’s you.')
})

test('shows payouts to members and not to customers', async () => {
  const { calls } = await show()
  await section('Delete account')
  expect(screen.queryByRole('region', { name: 'Payouts' })).toBeNull()
  expect(calls.map(([name]) => name)).not.toContain('payouts.get')
  cleanup()
  await show({}, { ...me, roles: ['user'] })
  await (await section('Payouts')).findByRole('button', { name: 'Connect bank account' })
})

test('a connected member sees their payouts, and still sees the account if the list fails', async () => {
  const payee = {
    status: 'connected',
    bank: null,
    requirements: [],
    checkedAt: null,
    connectedAt: null,
    disconnectFrom: null,
  }
  const { calls } = await show(
    { 'payouts.get': () => ({ provider: 'sandbox', payee }), 'money.overview': fail, 'money.payouts': fail },
    { ...me, roles: ['user'] },
  )
  const payouts = await section('Payouts')
  await payouts.findByText('Failed to load payouts')
  payouts.getByText('Failed to load your next payout')
  payouts.getByRole('button', { name: 'Disconnect' })
  expect(calls.map(([name]) => name)).toEqual(expect.arrayContaining(['money.overview', 'money.payouts']))
})

test('A-08 the settings show one error when nothing can be loaded', async () => {
  fakeServer(Object.fromEntries(Object.keys(responses).map((name) => [name, fail])))
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(loadOwnSettings(queryClient)).rejects.toThrow('Try again in a moment.')
})

test('N-03 if the settings fail to load, shows the error inside the frame with navigation', async () => {
  const Failed = CustomerSettings.options.errorComponent as (failure: ErrorComponentProps) => ReactNode
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <Failed error={new Error('down')} reset={() => undefined} />,
    }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
  const main = within(await screen.findByRole('main'))
  main.getByRole('heading', { level: 1, name: 'This screen didn’t load' })
  const links = within(screen.getByRole('navigation', { name: 'Your Account' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toContain('/customer/dashboard')
})

test('A-04 uses an email address that was verified while the page is open', async () => {
  const { queryClient } = await show()
  const message = await section('Emails and notifications')
  message.getByText(/We email you once you’ve verified your address/)
  const confirmed: Me = { ...me, isEmailVerified: true }
  act(() => void queryClient.setQueryData(meQuery().queryKey, confirmed))
  await waitFor(() => expect(message.queryByText(/We email you once/)).toBeNull())
})

test('N-03 after signing out in this tab, sends no further requests for the person', async () => {
  const { queryClient, calls } = await show()
  await section('Security activity')
  const before = calls.length
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(() => replaceSignedInPerson(queryClient, null))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(calls.slice(before)).toEqual([])
  screen.getByRole('heading', { level: 1, name: 'Settings' })
  expect(screen.queryByText('Temi Ade')).toBeNull()
})

test.each([
  ['/customer/settings', CustomerSettings],
  ['/dashboard/settings', DashboardSettings],
])('A-08 the route %s shows a loading state inside its frame', async (_, { options }) => {
  const Pending = options.pendingComponent as () => ReactNode
  const router = createRouter({
    routeTree: createRootRoute({ component: Pending }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(screen.getByRole('status').textContent).toBe('Loading')
})
