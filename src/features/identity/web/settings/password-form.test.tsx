// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { clearParts } from '../testing-parts'
import { PasswordForm } from './password-form'
import { createTooEarlyCall, mara, createRefusedCall, showSection } from './testing-settings'

afterEach(clearParts)

const current = () => screen.findByLabelText<HTMLInputElement>('Current password')
const fresh = () => screen.getByLabelText<HTMLInputElement>('New password')

test('A-08 requires both passwords, and enough characters in the new one', async () => {
  const written = await showSection(<PasswordForm />)
  await current()
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  expect(screen.getByText('Enter your current password.')).toBeTruthy()
  expect(screen.getByText('Enter a password.')).toBeTruthy()
  expect(document.activeElement).toBe(await current())
  await userEvent.type(await current(), 'slow techno')
  await userEvent.type(fresh(), 'short{Enter}')
  expect(screen.getByText('Use at least 8 characters.')).toBeTruthy()
  expect(written()).toEqual([])
})

test('A-08 the password can be changed by keyboard alone, and the fields are then cleared', async () => {
  const written = await showSection(<PasswordForm />, { 'account.changePassword': () => mara })
  await userEvent.type(await current(), 'slow techno')
  await userEvent.type(fresh(), 'slower techno{Enter}')
  expect(await screen.findByText('Password changed. Every other session is signed out.')).toBeTruthy()
  expect(written()).toEqual([
    ['account.changePassword', { password: 'slower techno', currentPassword: 'slow techno' }],
  ])
  expect([(await current()).value, fresh().value]).toEqual(['', ''])
})

test.each([
  ['WRONG_PASSWORD', 'That isn’t your current password.', 'Current password'],
  ['SAME_PASSWORD', 'This is already your password. Choose a different one.', 'New password'],
  ['PASSWORD_LEAKED', 'This password is easy to guess.', 'New password'],
])('A-08 shows the error %s at its field, and keeps the text', async (code, words, label) => {
  await showSection(<PasswordForm />, { 'account.changePassword': createRefusedCall(code, words) })
  await userEvent.type(await current(), 'slow techno')
  await userEvent.type(fresh(), 'slower techno{Enter}')
  expect(await screen.findByText(words)).toBeTruthy()
  const field = screen.getByLabelText<HTMLInputElement>(label)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(fresh().value).toBe('slower techno')
})

test('A-08 an account without a password sets one with a code; a wrong code keeps the typed password', async () => {
  let tries = 0
  const written = await showSection(<PasswordForm />, {
    'account.get': () => ({ ...mara, hasPassword: false }),
    'account.reauthenticate': () => mara.codeDestination,
    'account.changePassword': () => {
      tries += 1
      return tries === 1 ? createRefusedCall('CODE_WRONG', 'This code is wrong or has expired.')() : mara
    },
  })
  await userEvent.type(await screen.findByLabelText('New password'), 'slower techno{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  expect(dialog.getByText(/we send a code to m···@voss\.example/u)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Code'), '111111')
  expect(await dialog.findByText('This code is wrong or has expired.')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Code'))
  await userEvent.type(dialog.getByLabelText('Code'), '222222')
  expect(await screen.findByText('Password set. Every other session is signed out.')).toBeTruthy()
  expect(written().at(-1)).toEqual(['account.changePassword', { password: 'slower techno', code: '222222' }])
})

test('A-08 a code sent less than a minute ago is mentioned, and still sets the password', async () => {
  await showSection(<PasswordForm />, {
    'account.get': () => ({ ...mara, hasPassword: false }),
    'account.reauthenticate': createTooEarlyCall(40),
    'account.changePassword': () => mara,
  })
  await userEvent.type(await screen.findByLabelText('New password'), 'slower techno{Enter}')
  await screen.findByText('A code was just sent. You can request another in 40 seconds.')
  await userEvent.type(screen.getByLabelText('Code'), '222222')
  expect(await screen.findByText('Password set. Every other session is signed out.')).toBeTruthy()
})

test('A-08 with two-step verification, setting a password with a code also asks for the factor, then uses the same code', async () => {
  let isShown = false
  const app = { id: 'f-app', kind: 'totp', name: null, phone: null, addedAt: '2026-02-03T10:00:00.000Z' }
  const written = await showSection(<PasswordForm />, {
    'account.get': () => ({ ...mara, hasPassword: false, hasSecondFactor: true }),
    'account.reauthenticate': () => mara.codeDestination,
    'account.changePassword': () =>
      isShown ? mara : createRefusedCall('REAUTHENTICATION_REQUIRED', 'Confirm that it’s you first.')(),
    'factors.list': () => ({
      factors: [{ ...app, lastUsedAt: null }],
      hasTextMessages: true,
      trustedBrowsers: 0,
      isThisBrowserTrusted: false,
    }),
    'factors.challenge': () => ({ challengeId: 'c1' }),
    'factors.verify': () => {
      isShown = true
      return { recoveryCodes: null }
    },
  })
  await userEvent.type(await screen.findByLabelText('New password'), 'slower techno{Enter}')
  await userEvent.type(await screen.findByLabelText('Code'), '222222')
  await screen.findByText(/Enter the code from your authenticator/u)
  await userEvent.type(screen.getByLabelText('Code'), '333333')
  expect(await screen.findByText('Password set. Every other session is signed out.')).toBeTruthy()
  const sent = ['account.changePassword', { password: 'slower techno', code: '222222' }]
  expect(written().filter(([name]) => name === 'account.changePassword')).toEqual([sent, sent])
})

test('an account without a verified email or phone reads what to do first', async () => {
  await showSection(<PasswordForm />, {
    'account.get': () => ({ ...mara, hasPassword: false, codeDestination: null }),
  })
  expect(await screen.findByText(/Verify an email address or phone number first/u)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Set a password' })).toBeNull()
})
