// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearParts } from '../testing-parts'
import { Passkeys } from './passkeys'
import { createRefusedCall, showSection } from './testing-settings'

const startRegistration = vi.hoisted(() => vi.fn<(asked: unknown) => Promise<unknown>>())
vi.mock('@simplewebauthn/browser', () => ({ startRegistration }))

beforeEach(() => vi.stubGlobal('PublicKeyCredential', () => undefined))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const laptop = {
  id: '0198c3c0-0000-7000-8000-0000000000a1',
  name: 'Laptop',
  addedAt: new Date().toISOString(),
  lastUsedAt: null,
  isBackedUp: true,
}
const made = { id: 'key', rawId: 'key', type: 'public-key', response: {}, clientExtensionResults: {} }

function empty(answers = {}) {
  const passkeys: (typeof laptop)[] = []
  return {
    'passkeys.list': () => ({ passkeys }),
    'passkeys.startAdding': () => ({ challengeId: laptop.id, options: { challenge: 'abc' } }),
    'passkeys.add': () => {
      passkeys.push(laptop)
      return laptop
    },
    ...answers,
  }
}
const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))

test('A-09 the browser creates a passkey, which is then listed', async () => {
  startRegistration.mockResolvedValue(made)
  const written = await showSection(<Passkeys />, empty())
  await add()
  expect(await screen.findByText('Passkey added: Laptop')).toBeTruthy()
  expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } })
  expect(written().at(-1)).toEqual(['passkeys.add', { challengeId: laptop.id, registration: made }])
  expect(screen.getByText(/not used yet, on your other devices too/u)).toBeTruthy()
})

test('A-09 adding a passkey shows that it waits for the device, and a second press creates no second key', async () => {
  const started = Promise.withResolvers<object>()
  const registration = Promise.withResolvers<object>()
  startRegistration.mockReturnValue(registration.promise)
  const written = await showSection(<Passkeys />, empty({ 'passkeys.startAdding': () => started.promise }))
  await add()
  const adder = screen.getByRole('button', { name: 'Add a passkey' })
  expect(adder.getAttribute('aria-busy')).toBeNull()
  await add()
  started.resolve({ challengeId: laptop.id, options: { challenge: 'abc' } })
  await waitFor(() => expect(adder.getAttribute('aria-busy')).toBe('true'))
  expect(within(adder).getByText('Waiting')).toBeTruthy()
  registration.resolve(made)
  expect(await screen.findByText('Passkey added: Laptop')).toBeTruthy()
  expect(written().map(([call]) => call)).toEqual(['passkeys.startAdding', 'passkeys.add'])
  expect(adder.getAttribute('aria-busy')).toBeNull()
})

test.each([
  ['NotAllowedError', /No key was added/u],
  ['InvalidStateError', /already on your account/u],
])('A-09 the browser error %s is shown in our own words', async (name, words) => {
  startRegistration.mockRejectedValue(Object.assign(new Error('in English, for programmers'), { name }))
  const written = await showSection(<Passkeys />, empty())
  await add()
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByText(/for programmers/u)).toBeNull()
  expect(written().map(([call]) => call)).toEqual(['passkeys.startAdding'])
})

test('A-09 shows the error when the server refuses a passkey', async () => {
  startRegistration.mockResolvedValue(made)
  await showSection(
    <Passkeys />,
    empty({
      'passkeys.add': createRefusedCall('PASSKEY_EXISTS', 'This passkey already belongs to an account.'),
    }),
  )
  await add()
  expect(await screen.findByText('This passkey already belongs to an account.')).toBeTruthy()
})

test('A-09 renames a passkey; an unchanged name is not sent', async () => {
  const written = await showSection(<Passkeys />, {
    'passkeys.list': () => ({ passkeys: [laptop] }),
    'passkeys.rename': () => ({}),
  })
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Rename Laptop' }))
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  const field = within(screen.getByRole('dialog')).getByLabelText('Name')
  await userEvent.clear(field)
  await userEvent.type(field, ' Berlin {Enter}')
  await waitFor(() => expect(written()).toEqual([['passkeys.rename', { id: laptop.id, name: 'Berlin' }]]))
})

test('A-09 removes a passkey after a confirmation, and the focus moves to the button that adds one', async () => {
  let passkeys = [laptop]
  const written = await showSection(<Passkeys />, {
    'passkeys.list': () => ({ passkeys }),
    'passkeys.remove': () => {
      passkeys = []
      return {}
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect(written()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Laptop' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a passkey' })),
  )
})

test('A-09 removing a passkey that another tab removed succeeds', async () => {
  let passkeys = [laptop]
  await showSection(<Passkeys />, {
    'passkeys.list': () => ({ passkeys }),
    'passkeys.remove': () => {
      passkeys = []
      return createRefusedCall('NOT_FOUND', 'This passkey no longer exists. Reload the page.')()
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(screen.queryByText(/Reload the page/u)).toBeNull()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test("says that the browser doesn't support passkeys", async () => {
  vi.unstubAllGlobals()
  await showSection(<Passkeys />)
  expect(await screen.findByText(/This browser doesn’t support passkeys/u)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
