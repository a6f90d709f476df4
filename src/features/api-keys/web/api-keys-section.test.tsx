// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'
import { SCOPES } from '~/platform/rpc/scopes'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import { refusal } from '~tests/support/refusal'
import type { ApiKey } from '../contract'
import { ApiKeysSection } from './api-keys-section'
import type { Reauthentication } from './reauthentication'

const boxOffice: ApiKey = {
  id: 'k1',
  name: 'Box office',
  prefix: 'b2b_Zx9a',
  scopes: ['events:read', 'check-in:write'],
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2027-02-19T12:00:00.000Z',
  isExpired: false,
  lastUsedAt: null,
}
const old: ApiKey = {
  ...boxOffice,
  id: 'k2',
  name: 'Old script',
  expiresAt: '2026-11-22T12:00:00.000Z',
  isExpired: true,
  lastUsedAt: '2026-11-21T18:30:00.000Z',
}
const SECRET = `b2b_${'x'.repeat(43)}`

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  notify.dismiss()
  cleanup()
  registerLink(undefined)
  vi.unstubAllGlobals()
})

const direct: Reauthentication = {
  withReauthentication: (run) => run(),
  isReauthenticationCancelled: () => false,
  isReauthenticating: false,
}

function show(responses: Answers, reauthentication: Partial<Reauthentication> = {}) {
  const calls = fakeServer({ list: () => ({ keys: [boxOffice, old] }), ...responses })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeProvider initial="dark">
        <Suspense>
          <ApiKeysSection {...direct} {...reauthentication} />
        </Suspense>
        <Toaster />
      </ThemeProvider>
    </QueryClientProvider>,
  )
  return calls
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('lists each key with its start, scopes, last use and expiry', async () => {
  show({})
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Box office.*b2b_Zx9a….*Not used yet, expires .*2027.*events:read, check-in:write/,
    ),
    expect.stringMatching(/^Old script Expired.*b2b_Zx9a….*Last used .*21 Nov/),
  ])
})

test('links the API reference and shows the address of the MCP server', async () => {
  show({})
  const link = await screen.findByRole('link', { name: 'API reference' })
  expect(link.getAttribute('href')).toBe('/api/reference')
  screen.getByText(`${window.location.origin}/api/mcp`)
})

test('without keys, the section says what will appear there', async () => {
  show({ list: () => ({ keys: [] }) })
  await screen.findByText('Your API keys appear here.')
  screen.getByRole('button', { name: 'Create API key' })
})

test('creates a key with a name, scopes and lifetime, and shows it once with a button to copy it', async () => {
  const calls = show({ create: () => ({ apiKey: boxOffice, key: SECRET }) })
  await press('Create API key')
  const form = await findDialog('Create an API key')
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Box office')
  expect(form.getAllByRole('checkbox')).toHaveLength(SCOPES.length)
  await userEvent.click(form.getByRole('checkbox', { name: /^events:read Read events/ }))
  await userEvent.click(form.getByRole('checkbox', { name: /^chat:read/ }))
  await userEvent.click(form.getByRole('checkbox', { name: /^chat:read/ }))
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Expires' }), 'Never')
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  const shown = await findDialog('Copy your API key')
  expect(shown.getByRole<HTMLInputElement>('textbox', { name: 'API key' }).value).toBe(SECRET)
  expect(calls.filter(([name]) => name === 'create')).toEqual([
    ['create', { name: 'Box office', scopes: ['events:read'], expiresInDays: null }],
  ])
  shown.getByRole('button', { name: 'Copy key' })
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.textContent).not.toContain(SECRET)
})

test('a key without a name or scopes shows errors at the fields and is not sent', async () => {
  const calls = show({})
  await press('Create API key')
  const form = await findDialog('Create an API key')
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  form.getByText('Enter a name.')
  form.getByText('Choose at least one scope.')
  expect(calls.map(([name]) => name)).toEqual(['list'])
})

test('keeps the dialog and its input when the person cancels the reauthentication', async () => {
  const cancelled = new Error('cancelled')
  show(
    {},
    {
      withReauthentication: () => Promise.reject(cancelled),
      isReauthenticationCancelled: (error) => error === cancelled,
    },
  )
  await press('Create API key')
  const form = await findDialog('Create an API key')
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Box office')
  await userEvent.click(form.getByRole('checkbox', { name: /^events:read/ }))
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  await waitFor(() => expect(form.getByRole('button', { name: 'Create key' }).textContent).toBe('Create key'))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Box office')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows why the server refused a key', async () => {
  show({
    create: () => {
      throw refusal('TOO_MANY_KEYS', 'You have 20 active API keys.')
    },
  })
  await press('Create API key')
  const form = await findDialog('Create an API key')
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Box office')
  await userEvent.click(form.getByRole('checkbox', { name: /^events:read/ }))
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  await form.findByText('You have 20 active API keys.')
})

test('revokes a key after a confirmation, even if another tab has already revoked it', async () => {
  const calls = show({
    revoke: () => {
      throw refusal('NOT_FOUND', 'Already revoked.')
    },
  })
  await press('Revoke key: Old script')
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke Old script?' }))
  await userEvent.click(question.getByRole('button', { name: 'Revoke key' }))
  await screen.findByText('API key revoked: Old script')
  expect(calls.filter(([name]) => name === 'revoke')).toEqual([['revoke', { id: 'k2' }]])
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
