// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { requestPasskey } from '../request-passkey'
import { clearParts } from '../testing-parts'
import { Passkeys } from './passkeys'
import { createGuardedResponses, removeLaptop } from './testing-reauthentication'
import { createTooEarlyCall, mara, delayResponse, createRefusedCall, showSection } from './testing-settings'

vi.mock(import('../request-passkey'), () => ({
  requestPasskey: vi.fn<typeof requestPasskey>(),
  cancelPasskeyRequest: () => undefined,
}))
afterEach(() => {
  clearParts()
  vi.useRealTimers()
})

const added = { addedAt: '2026-02-03T10:00:00.000Z', lastUsedAt: null }
const app = { id: 'f-app', kind: 'totp', name: null, phone: null, ...added } as const
const text = { id: 'f-text', kind: 'phone', name: null, phone: '+49 ··· 456', ...added } as const
const key = { id: 'f-key', kind: 'webauthn', name: 'Blue key', phone: null, ...added } as const

/** Fakes an account with these factors, and counts the challenges. */
function withFactors(factors: readonly object[], hasPassword = false, verify: () => object = () => ({})) {
  const answers = createGuardedResponses()
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
    'factors.verify': async () => {
      await delayResponse()
      const answer = verify()
      answers['proof.give']()
      return { recoveryCodes: null, ...answer }
    },
  }
}

test('A-08 an account with a factor and no password reauthenticates with the factor, and gets no emailed code', async () => {
  let tries = 0
  const verify = () => ((tries += 1) < 3 ? createRefusedCall('WRONG_CODE', 'That is not the code.')() : {})
  const written = await showSection(<Passkeys />, withFactors([text, app], false, verify))
  const { user, dialog } = await removeLaptop()
  expect(within(dialog).getByText(/Enter the code from your authenticator/u)).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Code'), '111111')
  expect(await within(dialog).findByText('That is not the code.')).toBeTruthy()
  // A wrong code can be overwritten, also when the next one fails with the same error.
  await user.keyboard('222222')
  await waitFor(() => expect(tries).toBe(2))
  const field = within(dialog).getByLabelText<HTMLInputElement>('Code')
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]))
  await user.keyboard('204618')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written().map(([name]) => name)).toEqual([
    'passkeys.remove',
    'factors.challenge',
    'factors.verify',
    'factors.verify',
    'factors.verify',
    'passkeys.remove',
  ])
})

test('A-08 a texted code stays valid after switching methods, without sending another', async () => {
  const written = await showSection(<Passkeys />, {
    ...withFactors([text, app], true),
    'factors.challenge': (input: { factorId: string }) => ({ challengeId: `c-${input.factorId}` }),
  })
  const { user } = await removeLaptop()
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  await press('Use two-step verification instead')
  await press('Text a code to +49 ··· 456')
  await screen.findByText(/We sent a code to \+49 ··· 456/u)
  await press('Use an authenticator app')
  await press('Text a code to +49 ··· 456')
  expect(await screen.findByText(/We sent a code to \+49 ··· 456/u)).toBeTruthy()
  await press('Use your password')
  await press('Use two-step verification instead')
  await press('Text a code to +49 ··· 456')
  expect(screen.getByRole('button', { name: /^Send again in/u })).toBeTruthy()
  await user.type(await screen.findByLabelText('Code'), '204618')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written().filter(([name]) => name.startsWith('factors.'))).toEqual([
    ['factors.challenge', { factorId: 'f-text' }],
    ['factors.verify', { factorId: 'f-text', challengeId: 'c-f-text', code: '204618' }],
  ])
})

test('A-08 a texted code stays valid after canceling the dialog; a minute later another one is sent', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const written = await showSection(<Passkeys />, withFactors([text]))
  const messages = () => written().filter(([name]) => name === 'factors.challenge').length
  const { user } = await removeLaptop()
  await screen.findByText(/We sent a code to/u)
  const cancelAndRetry = async () => {
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await screen.findByRole('dialog', { name: 'Is it you?' })
  }
  await cancelAndRetry()
  expect(await screen.findByText(/We sent a code to/u)).toBeTruthy()
  expect(messages()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await cancelAndRetry()
  await waitFor(() => expect(messages()).toBe(2))
})

test('A-08 after a texted code was used, the next reauthentication sends another', async () => {
  let isReauthenticated = false
  let messages = 0
  const reauthenticationRequired = createRefusedCall(
    'REAUTHENTICATION_REQUIRED',
    'Confirm that it’s you first.',
  )
  const written = await showSection(<Passkeys />, {
    ...withFactors([text]),
    'factors.challenge': () => ((messages += 1) === 1 ? { challengeId: 'c1' } : createTooEarlyCall(50)()),
    'factors.verify': () => {
      isReauthenticated = true
      return { recoveryCodes: null }
    },
    // One reauthentication allows one removal.
    'passkeys.remove': () => {
      if (!isReauthenticated) reauthenticationRequired()
      isReauthenticated = false
      return {}
    },
  })
  const { user } = await removeLaptop()
  await screen.findByText(/We sent a code to/u)
  await user.type(screen.getByLabelText('Code'), '204618')
  await screen.findByText('Passkey removed: Laptop')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const { dialog } = await removeLaptop()
  expect(await within(dialog).findByText(/^A code was just sent/u)).toBeTruthy()
  expect(within(dialog).queryByText(/We sent a code to/u)).toBeNull()
  expect(written().filter(([name]) => name === 'factors.challenge')).toHaveLength(2)
})

test("A-08 when a new code can't be sent, the dialog neither mentions the expired code nor uses its challenge", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let messages = 0
  const notSent = createRefusedCall('CODE_NOT_SENT', 'The message could not be sent.')
  const written = await showSection(<Passkeys />, {
    ...withFactors([text]),
    'factors.challenge': () => ((messages += 1) === 1 ? { challengeId: 'c1' } : notSent()),
  })
  const { user } = await removeLaptop()
  await screen.findByText(/We sent a code to/u)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(900_000))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The message could not be sent.')).toBeTruthy()
  expect(screen.queryByText(/We sent a code to/u)).toBeNull()
  await user.type(screen.getByLabelText('Code'), '204618')
  await waitFor(() => expect(messages).toBe(3))
  expect(written().map(([name]) => name)).not.toContain('factors.verify')
})

test('A-08 a text message requested again within the minute shows a countdown, and no error', async () => {
  const written = await showSection(<Passkeys />, {
    ...withFactors([text]),
    'factors.challenge': createTooEarlyCall(40),
  })
  const { user, dialog } = await removeLaptop()
  const words = 'A code was just sent. You can request another in 40 seconds.'
  expect(await within(dialog).findByText(words)).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: /^Send again in 0:(?:40|39)$/u })).toBeTruthy()
  // The old code belongs to another challenge, so no input is valid before a new one is sent.
  await user.type(within(dialog).getByLabelText('Code'), '204618')
  await waitFor(() => expect(written().filter(([name]) => name === 'factors.challenge')).toHaveLength(2))
  expect(await within(dialog).findByText(words)).toBeTruthy()
  expect(written().map(([name]) => name)).not.toContain('factors.verify')
})

test('A-08 the error for a message that was not sent replaces the error for the last code', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let messages = 0
  const wrong = createRefusedCall('WRONG_CODE', 'Codes change every thirty seconds.')
  await showSection(<Passkeys />, {
    ...withFactors([text], false, wrong),
    'factors.challenge': () =>
      (messages += 1) === 1
        ? { challengeId: 'c1' }
        : createRefusedCall('CODE_NOT_SENT', 'The message could not be sent.')(),
  })
  const { user, dialog } = await removeLaptop()
  await within(dialog).findByText(/We sent a code to/u)
  await user.type(within(dialog).getByLabelText('Code'), '111111')
  await within(dialog).findByText(/isn’t the code from the latest message/u)
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
  expect(await within(dialog).findByText('The message could not be sent.')).toBeTruthy()
})

test('A-08 an account with a password can choose it or a factor; a phone gets a message only when chosen', async () => {
  const written = await showSection(<Passkeys />, withFactors([app, text], true))
  const { user, dialog } = await removeLaptop()
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  expect(within(dialog).queryByRole('button', { name: 'Use a code instead' })).toBeNull()
  await press('Use two-step verification instead')
  await press('Use your password')
  expect(screen.getByLabelText('Password')).toBeTruthy()
  await press('Use two-step verification instead')
  expect(written()).toHaveLength(1)
  await press('Text a code to +49 ··· 456')
  expect(await screen.findByText(/We sent a code to \+49 ··· 456/u)).toBeTruthy()
  await waitFor(() => expect(written().at(-1)).toEqual(['factors.challenge', { factorId: 'f-text' }]))
  await user.type(await screen.findByLabelText('Code'), '204618')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
})

test('A-08 the browser asks for a security key; a failed attempt can be retried', async () => {
  const answer = { id: 'k' } as unknown as Awaited<ReturnType<typeof requestPasskey>>
  vi.mocked(requestPasskey).mockResolvedValueOnce(undefined).mockResolvedValueOnce(answer)
  const written = await showSection(<Passkeys />, withFactors([key]))
  const { user, dialog } = await removeLaptop()
  expect(within(dialog).getByText(/Have Blue key ready/u)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Use security key' }))
  expect(await screen.findByText(/No key responded/u)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use security key' }))
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written()).toContainEqual([
    'factors.verify',
    { factorId: 'f-key', challengeId: 'c1', authentication: answer },
  ])
})
