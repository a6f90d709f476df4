// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { clearParts } from '../testing-parts'
import { OwnSessions } from './own-sessions'
import { Passkeys } from './passkeys'
import { createGuardedResponses, laptop, removeLaptop } from './testing-reauthentication'
import { createTooEarlyCall, mara, createRefusedCall, showSection } from './testing-settings'

afterEach(() => {
  clearParts()
  vi.useRealTimers()
})

test('A-08 a change that requires reauthentication asks for the password, then continues by itself', async () => {
  const written = await showSection(<Passkeys />, createGuardedResponses())
  const { user, dialog } = await removeLaptop()
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect(within(dialog).getByText('Enter your password.')).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Password'), 'slow techno{Enter}')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written()).toEqual([
    ['passkeys.remove', { id: laptop.id }],
    ['proof.give', { password: 'slow techno' }],
    ['passkeys.remove', { id: laptop.id }],
  ])
})

test('shows a wrong password at its field, where the person can correct it', async () => {
  await showSection(
    <Passkeys />,
    createGuardedResponses({
      'proof.give': createRefusedCall('WRONG_PASSWORD', 'That isn’t your current password.'),
    }),
  )
  const { user, dialog } = await removeLaptop()
  const field = within(dialog).getByLabelText<HTMLInputElement>('Password')
  await user.type(field, 'quick techno{Enter}')
  expect(await within(dialog).findByText('That isn’t your current password.')).toBeTruthy()
  expect(field.value).toBe('quick techno')
  expect(document.activeElement).toBe(field)
})

test('canceling the reauthentication changes nothing and shows no error', async () => {
  const written = await showSection(<Passkeys />, createGuardedResponses())
  const { user, dialog } = await removeLaptop()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  expect(written().map(([name]) => name)).toEqual(['passkeys.remove'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('A-08 an account without a password gets a code, whose last digit submits it', async () => {
  const written = await showSection(
    <Passkeys />,
    createGuardedResponses({
      'account.get': () => ({ ...mara, hasPassword: false }),
      'account.reauthenticate': () => mara.codeDestination,
    }),
  )
  const { user, dialog } = await removeLaptop()
  expect(await within(dialog).findByText(/We sent a code to m···@voss\.example/u)).toBeTruthy()
  expect(
    within(dialog)
      .getByRole('button', { name: /Send again in/u })
      .getAttribute('aria-disabled'),
  ).toBe('true')
  await user.type(within(dialog).getByLabelText('Code'), '204618')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
  expect(written()).toContainEqual(['proof.give', { code: '204618' }])
})

test('offers a code to a person who forgot the password', async () => {
  const written = await showSection(
    <Passkeys />,
    createGuardedResponses({ 'account.reauthenticate': () => mara.codeDestination }),
  )
  const { user, dialog } = await removeLaptop()
  await user.click(within(dialog).getByRole('button', { name: 'Use a code instead' }))
  expect(await screen.findByLabelText('Code')).toBeTruthy()
  await waitFor(() => expect(written()).toContainEqual(['account.reauthenticate', undefined]))
})

test('A-08 when a code was emailed less than a minute ago, the button counts down to the next one', async () => {
  await showSection(
    <Passkeys />,
    createGuardedResponses({
      'account.get': () => ({ ...mara, hasPassword: false }),
      'account.reauthenticate': createTooEarlyCall(40),
    }),
  )
  const { user, dialog } = await removeLaptop()
  await within(dialog).findByText('A code was just sent. You can request another in 40 seconds.')
  expect(within(dialog).getByRole('button', { name: /^Send again in 0:(?:40|39)$/u })).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Code'), '204618')
  expect(await screen.findByText('Passkey removed: Laptop')).toBeTruthy()
})

test('A-08 a new code clears the last error, and a failure to send one is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let sendings = 0
  await showSection(
    <Passkeys />,
    createGuardedResponses({
      'account.get': () => ({ ...mara, hasPassword: false }),
      'account.reauthenticate': () =>
        (sendings += 1) === 3
          ? createRefusedCall('CODE_NOT_SENT', 'The mail could not be sent.')()
          : mara.codeDestination,
      'proof.give': createRefusedCall('CODE_WRONG', 'That code is wrong.'),
    }),
  )
  const { user, dialog } = await removeLaptop()
  const field = await within(dialog).findByLabelText<HTMLInputElement>('Code')
  await user.type(field, '111111')
  await within(dialog).findByText('That code is wrong.')
  const sendAgain = async () => {
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
  }
  await sendAgain()
  await waitFor(() => expect(within(dialog).queryByText('That code is wrong.')).toBeNull())
  // An invalid code in the field would block new digits.
  expect(field.value).toBe('')
  await user.type(field, '222222')
  await within(dialog).findByText('That code is wrong.')
  await sendAgain()
  expect(await within(dialog).findByText('The mail could not be sent.')).toBeTruthy()
})

test('a person without a password and a verified contact reads what to do', async () => {
  const written = await showSection(
    <Passkeys />,
    createGuardedResponses({ 'account.get': () => ({ ...mara, hasPassword: false, codeDestination: null }) }),
  )
  const { user, dialog } = await removeLaptop()
  expect(dialog.textContent).toContain('Sign out, sign in again the same way')
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  expect(written().map(([name]) => name)).toEqual(['passkeys.remove'])
})

test("doesn't reauthenticate on other refusals", async () => {
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
    'account.sessions.end': createRefusedCall('FORBIDDEN', 'Not now.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^End session/u }))
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull()
})
