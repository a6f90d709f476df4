// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { askPasskey } from '../ask-passkey'
import { clearParts } from '../testing-parts'
import { OwnSessions } from './own-sessions'
import { Passkeys } from './passkeys'
import { mara, refusal, showSection } from './testing-settings'

vi.mock(import('../ask-passkey'), () => ({
  askPasskey: vi.fn<typeof askPasskey>(),
  stopAsking: () => undefined,
}))
afterEach(clearParts)

const laptop = {
  id: '0198c3c0-0000-7000-8000-0000000000a1',
  name: 'Laptop',
  addedAt: '2026-02-03T10:00:00.000Z',
  lastUsedAt: null,
  isBackedUp: false,
}

/** The server wants to know who sits there until it is told. */
function guarded(answers = {}) {
  let isProven = false
  return {
    'passkeys.list': () => ({ passkeys: [laptop] }),
    'passkeys.remove': () => {
      if (!isProven) throw new ORPCError('PROOF_NEEDED', { message: 'Show that it is you first.' })
      return {}
    },
    'proof.give': () => {
      isProven = true
      return {}
    },
    ...answers,
  }
}

async function removeLaptop() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Is it you?' }) }
}

test('A-08 a step that needs proof asks for the password, and goes on by itself', async () => {
  const written = await showSection(<Passkeys />, guarded())
  const { user, dialog } = await removeLaptop()
  await user.click(within(dialog).getByRole('button', { name: 'Go on' }))
  expect(within(dialog).getByText('Enter your password.')).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Password'), 'slow techno{Enter}')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written()).toEqual([
    ['passkeys.remove', { id: laptop.id }],
    ['proof.give', { password: 'slow techno' }],
    ['passkeys.remove', { id: laptop.id }],
  ])
})

test('a wrong password is said at its field, and stays to be mended', async () => {
  await showSection(
    <Passkeys />,
    guarded({ 'proof.give': refusal('WRONG_PASSWORD', 'That is not your current password.') }),
  )
  const { user, dialog } = await removeLaptop()
  const field = within(dialog).getByLabelText<HTMLInputElement>('Password')
  await user.type(field, 'quick techno{Enter}')
  expect(await within(dialog).findByText('That is not your current password.')).toBeTruthy()
  expect(field.value).toBe('quick techno')
  expect(document.activeElement).toBe(field)
})

test('whoever does not want to say changes nothing, and hears nothing of it', async () => {
  const written = await showSection(<Passkeys />, guarded())
  const { user, dialog } = await removeLaptop()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  expect(written().map(([name]) => name)).toEqual(['passkeys.remove'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('A-08 without a password it is a code to where one is reached; the last digit sends it', async () => {
  const written = await showSection(
    <Passkeys />,
    guarded({
      'account.get': () => ({ ...mara, hasPassword: false }),
      'account.reauthenticate': () => mara.codeGoesTo,
    }),
  )
  const { user, dialog } = await removeLaptop()
  expect(await within(dialog).findByText(/six digits to m···@voss\.example/u)).toBeTruthy()
  expect(
    within(dialog)
      .getByRole('button', { name: /Send again in/u })
      .getAttribute('aria-disabled'),
  ).toBe('true')
  await user.type(within(dialog).getByLabelText('Code'), '204618')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written()).toContainEqual(['proof.give', { code: '204618' }])
})

test('whoever forgot the password has a code sent instead', async () => {
  const written = await showSection(
    <Passkeys />,
    guarded({ 'account.reauthenticate': () => mara.codeGoesTo }),
  )
  const { user, dialog } = await removeLaptop()
  await user.click(within(dialog).getByRole('button', { name: 'Use a code instead' }))
  expect(await screen.findByLabelText('Code')).toBeTruthy()
  await waitFor(() => expect(written()).toContainEqual(['account.reauthenticate', undefined]))
})

const added = { addedAt: '2026-02-03T10:00:00.000Z', lastUsedAt: null }
const app = { id: 'f-app', kind: 'totp', name: null, phone: null, ...added } as const
const text = { id: 'f-text', kind: 'phone', name: null, phone: '+49 ··· 456', ...added } as const
const key = { id: 'f-key', kind: 'webauthn', name: 'Blue key', phone: null, ...added } as const

/** Somebody with these second factors; what is shown of them counts. */
function withFactors(factors: readonly object[], hasPassword = false, verify = () => ({})) {
  const answers = guarded()
  return {
    ...answers,
    'account.get': () => ({ ...mara, hasPassword, hasSecondFactor: true }),
    'factors.list': () => ({
      factors,
      hasTextMessages: true,
      trustedBrowsers: 0,
      isThisBrowserTrusted: false,
    }),
    'factors.challenge': () => ({ challengeId: 'c1', request: { challenge: 'xyz' } }),
    'factors.verify': () => {
      const answer = verify()
      answers['proof.give']()
      return { recoveryCodes: null, ...answer }
    },
  }
}

test('A-08 whoever has a second factor and no password shows the factor; no code is mailed', async () => {
  let tries = 0
  const verify = () => ((tries += 1) === 1 ? refusal('WRONG_CODE', 'That is not the code.')() : {})
  const written = await showSection(<Passkeys />, withFactors([text, app], false, verify))
  const { user, dialog } = await removeLaptop()
  expect(within(dialog).getByText(/Type what your authenticator shows/u)).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Code'), '111111')
  expect(await within(dialog).findByText('That is not the code.')).toBeTruthy()
  // The wrong one is written over.
  await user.keyboard('204618')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written().map(([name]) => name)).toEqual([
    'passkeys.remove',
    'factors.challenge',
    'factors.verify',
    'factors.verify',
    'passkeys.remove',
  ])
})

test('A-08 with a password there is either, and a phone is texted when it is chosen', async () => {
  const written = await showSection(<Passkeys />, withFactors([app, text], true))
  const { user, dialog } = await removeLaptop()
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  expect(within(dialog).queryByRole('button', { name: 'Use a code instead' })).toBeNull()
  await press('Use your second factor instead')
  await press('Use your password')
  expect(screen.getByLabelText('Password')).toBeTruthy()
  await press('Use your second factor instead')
  expect(written()).toHaveLength(1)
  await press('Text a code to +49 ··· 456')
  expect(await screen.findByText(/We sent a code to \+49 ··· 456/u)).toBeTruthy()
  await waitFor(() => expect(written().at(-1)).toEqual(['factors.challenge', { factorId: 'f-text' }]))
  await user.type(await screen.findByLabelText('Code'), '204618')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
})

test('A-08 a security key is asked for by the browser; nothing from it can be tried again', async () => {
  const answer = { id: 'k' } as unknown as Awaited<ReturnType<typeof askPasskey>>
  vi.mocked(askPasskey).mockResolvedValueOnce(undefined).mockResolvedValueOnce(answer)
  const written = await showSection(<Passkeys />, withFactors([key]))
  const { user, dialog } = await removeLaptop()
  expect(within(dialog).getByText(/Have Blue key at hand/u)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Use the key' }))
  expect(await screen.findByText(/Nothing came from it/u)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use the key' }))
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written()).toContainEqual([
    'factors.verify',
    { factorId: 'f-key', challengeId: 'c1', authentication: answer },
  ])
})

test('whoever has no password and can be reached nowhere reads what to do', async () => {
  const written = await showSection(
    <Passkeys />,
    guarded({ 'account.get': () => ({ ...mara, hasPassword: false, codeGoesTo: null }) }),
  )
  const { user, dialog } = await removeLaptop()
  expect(dialog.textContent).toContain('sign in again the way you came')
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  expect(written().map(([name]) => name)).toEqual(['passkeys.remove'])
})

test('other refusals are not about proof', async () => {
  const phone = {
    id: '0198c3c0-0000-7000-8000-0000000000b2',
    browser: 'Safari on iPhone',
    ip: '203.0.113.9',
    startedAt: '2026-11-19T20:00:00.000Z',
    lastSeenAt: '2026-11-20T20:00:00.000Z',
    isThis: false,
    isPending: false,
  }
  await showSection(<OwnSessions />, {
    'account.sessions.list': () => ({ sessions: [phone] }),
    'account.sessions.end': refusal('FORBIDDEN', 'Not now.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Sign out there/u }))
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out there' }),
  )
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull()
})
