// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { OwnAccount as Account } from '../../contract-account'
import { clearParts } from '../testing-parts'
import { OwnAccount } from './own-account'
import { mara, createRefusedCall, showSection } from './testing-settings'

afterEach(clearParts)

function kept(start: Partial<Account> = {}) {
  let account: Account = { ...mara, ...start }
  const become = (change: Partial<Account>) => (account = { ...account, ...change })
  return {
    'account.get': () => account,
    'account.rename': ({ fullName }: { fullName: string }) => become({ fullName }),
    'account.requestEmail': ({ email }: { email: string }) =>
      become({ emailChange: { newEmail: email, waitsFor: ['current', 'new'] } }),
    'account.cancelEmail': () => become({ emailChange: null }),
    'account.requestPhone': ({ phone }: { phone: string }) => become({ newPhone: phone }),
    'account.confirmPhone': () => become({ phone: account.newPhone, isPhoneVerified: true, newPhone: null }),
    'account.cancelPhone': () => become({ newPhone: null }),
    'account.removePhone': () => become({ phone: null, newPhone: null }),
  }
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
/** Waits until the button has the focus, after the focused one was removed. */
const holdsFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))
const inDialog = () => within(screen.getByRole('dialog'))

test('A-08 changes the name in its dialog, and does not send an empty one', async () => {
  const written = await showSection(<OwnAccount />, kept())
  await press('Change name')
  const field = inDialog().getByLabelText('Full name')
  await userEvent.clear(field)
  await userEvent.keyboard('{Enter}')
  expect(inDialog().getByText('Enter your name.')).toBeTruthy()
  await userEvent.type(field, 'Mara Vos{Enter}')
  expect(await screen.findByText('Your name is now Mara Vos.')).toBeTruthy()
  expect(written()).toEqual([['account.rename', { fullName: 'Mara Vos' }]])
})

test('A-08 a new address waits for both confirmations, and its emails can be resent or the change canceled', async () => {
  const written = await showSection(<OwnAccount />, kept())
  await press('Change email')
  expect(inDialog().getByText(/We email the new address and mara@voss\.example/u)).toBeTruthy()
  const field = inDialog().getByLabelText('New email')
  await userEvent.type(field, 'mara{Enter}')
  expect(inDialog().getByText('Enter an address such as name@example.com.')).toBeTruthy()
  await userEvent.type(field, '@new.example{Enter}')
  const status = await screen.findByText(/in both emails, there and to mara@voss\.example/u)
  expect(status).toBeTruthy()
  await press('Send again')
  expect(await screen.findByText('New emails are on their way.')).toBeTruthy()
  await press('Cancel email change')
  await waitFor(() => expect(screen.queryByText(/becomes your address/u)).toBeNull())
  await holdsFocus('Change email')
  expect(written()).toEqual([
    ['account.requestEmail', { email: 'mara@new.example' }],
    ['account.requestEmail', { email: 'mara@new.example' }],
    ['account.cancelEmail', undefined],
  ])
})

test.each([
  [['new'], 'The old address has confirmed.', 'the email sent there'],
  [['current'], 'The new address has confirmed.', 'the email to mara@voss.example'],
] as const)('A-08 names the address that must still confirm: %j', async (waitsFor, words, where) => {
  await showSection(
    <OwnAccount />,
    kept({ emailChange: { newEmail: 'mara@new.example', waitsFor: [...waitsFor] } }),
  )
  const note = await screen.findByText(/becomes your address/u)
  expect(note.textContent).toContain(words)
  expect(note.textContent).toContain(where)
})

test('A-08 refuses the current email as the new one at its field, and keeps the text', async () => {
  await showSection(<OwnAccount />, {
    ...kept(),
    'account.requestEmail': createRefusedCall('SAME_EMAIL', 'This is already your email address.'),
  })
  await press('Change email')
  const field = inDialog().getByLabelText<HTMLInputElement>('New email')
  await userEvent.type(field, 'mara@voss.example{Enter}')
  expect(await inDialog().findByText('This is already your email address.')).toBeTruthy()
  expect(field.value).toBe('mara@voss.example')
})

test('A-08 resends the email to an unverified address; an account without one adds one', async () => {
  const written = await showSection(<OwnAccount />, {
    ...kept({ isEmailVerified: false }),
    resendVerification: () => ({ email: 'mara@voss.example', isVerified: false }),
  })
  await press('Resend the verification email')
  expect(await screen.findByText('A new link is on its way to mara@voss.example.')).toBeTruthy()
  expect(written()).toEqual([['resendVerification', {}]])
  clearParts()
  await showSection(
    <OwnAccount />,
    kept({ email: null, isEmailVerified: false, phone: '+4930555014', isPhoneVerified: true }),
  )
  expect(screen.queryByText(/has confirmed/u)).toBeNull()
  await press('Add an email')
  expect(inDialog().getByText(/The address is added to your account once you open it/u)).toBeTruthy()
})

test('A-08 adds a phone with its country, then with the code sent to it', async () => {
  const written = await showSection(<OwnAccount />, kept())
  await press('Add a phone')
  const field = inDialog().getByLabelText('Phone number')
  await userEvent.type(field, '030 5550142{Enter}')
  expect(inDialog().getByText(/Enter a number with its country/u)).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '+49 30 555-0142{Enter}')
  const code = await screen.findByLabelText('Code')
  expect(inDialog().getByText('We texted a code to +49 305 550 142.')).toBeTruthy()
  await userEvent.type(code, '204618')
  expect(await screen.findByText('Your phone number is verified.')).toBeTruthy()
  expect(written()).toEqual([
    ['account.requestPhone', { phone: '+49305550142' }],
    ['account.confirmPhone', { code: '204618' }],
  ])
  expect(screen.queryByText('not verified')).toBeNull()
})

test('A-08 shows an error for a wrong code, then accepts the right one', async () => {
  let tries = 0
  const answers = kept({ newPhone: '+49305550142' })
  await showSection(<OwnAccount />, {
    ...answers,
    'account.confirmPhone': () => {
      tries += 1
      return tries === 1
        ? createRefusedCall('CODE_WRONG', 'This code is wrong or has expired.')()
        : answers['account.confirmPhone']()
    },
  })
  expect(await screen.findByText('not verified')).toBeTruthy()
  await press('Send code')
  const code = await screen.findByLabelText<HTMLInputElement>('Code')
  await userEvent.type(code, '111111')
  expect(await inDialog().findByText('This code is wrong or has expired.')).toBeTruthy()
  await userEvent.clear(code)
  await userEvent.type(code, '222222')
  expect(await screen.findByText('Your phone number is verified.')).toBeTruthy()
  await holdsFocus('Change phone')
})

test('A-08 cancels a pending number, and removes a verified one after a confirmation', async () => {
  const waiting = await showSection(<OwnAccount />, kept({ newPhone: '+49305550142' }))
  await press('Cancel the phone change')
  await waitFor(() => expect(waiting()).toEqual([['account.cancelPhone', undefined]]))
  await holdsFocus('Add a phone')
  clearParts()
  const written = await showSection(<OwnAccount />, kept({ phone: '+49305550142', isPhoneVerified: true }))
  await press('Remove phone')
  expect(written()).toEqual([])
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Phone number removed.')).toBeTruthy()
  await holdsFocus('Add a phone')
  clearParts()
  // Without text messages the site shows no phone row.
  await showSection(
    <OwnAccount />,
    kept({ phone: '+49305550142', isPhoneVerified: true, hasTextMessages: false }),
  )
  await press('Remove phone')
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await holdsFocus('Change email')
})

test('shows no phone row on a site without text messages, unless there is a number', async () => {
  await showSection(<OwnAccount />, kept({ hasTextMessages: false }))
  await screen.findByText('mara@voss.example')
  expect(screen.queryByText('Phone')).toBeNull()
})

test('A-08 the current number stays valid while a new one waits for its code', async () => {
  await showSection(
    <OwnAccount />,
    kept({ phone: '+49305550142', isPhoneVerified: true, newPhone: '+49305550199' }),
  )
  const good = await screen.findByText('+49 305 550 142')
  expect(within(good.parentElement ?? good).queryByText('not verified')).toBeNull()
  const coming = screen.getByText('Pending number: +49 305 550 199')
  expect(within(coming.parentElement ?? coming).getByText('not verified')).toBeTruthy()
})
