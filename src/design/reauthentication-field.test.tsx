// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FormDialog } from './form-dialog'
import {
  ReauthenticationContext,
  type ReauthenticationMethod,
  type ReauthenticationSource,
  useReauthenticationField,
} from './use-reauthentication-field'
import { ReauthenticationField } from './reauthentication-field'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let sent: string[]
beforeEach(() => (sent = []))

function TestDialog({ error }: { error?: { isWrong: boolean; message: string } | undefined }) {
  const proof = useReauthenticationField()
  return (
    <FormDialog
      title="Really?"
      startAt={proof.input}
      actionLabel="Do it"
      busy={false}
      isOff={proof.by === 'nothing'}
      onClose={() => undefined}
      onSubmit={() => {
        if (!proof.check()) return
        sent.push(proof.typed)
        if (error) proof.refuse(error)
      }}
    >
      <ReauthenticationField proof={proof} />
    </FormDialog>
  )
}
function show(
  by: ReauthenticationMethod | undefined,
  more: Partial<ReauthenticationSource> & Parameters<typeof TestDialog>[0] = {},
) {
  const sendDigits = vi.fn<ReauthenticationSource['sendDigits']>(more.sendDigits ?? (() => Promise.resolve()))
  const source = by && { find: more.find ?? (() => Promise.resolve(by)), sendDigits }
  render(
    <ReauthenticationContext value={source}>
      <TestDialog error={more.error} />
    </ReauthenticationContext>,
  )
  return { sendDigits, dialog: within(screen.getByRole('dialog', { name: 'Really?' })) }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const digits = async () => screen.findByLabelText<HTMLInputElement>('Code')

test('focuses a password field immediately for accounts with a password', async () => {
  const { dialog } = show('password', { find: () => new Promise(() => undefined) })
  const field = dialog.getByLabelText<HTMLInputElement>('Your password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard('{Enter}')
  expect(dialog.getByText('Enter your password.')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.keyboard('slipped-halves{Enter}')
  expect(sent).toEqual(['slipped-halves'])
})

test('requests the password without a provider, and if loading the method fails', async () => {
  show(undefined)
  expect(screen.getByLabelText('Your password')).toBeTruthy()
  cleanup()
  show('email', { find: () => Promise.reject(new TypeError('offline')) })
  await Promise.resolve()
  expect(screen.getByLabelText('Your password')).toBeTruthy()
})

test('emails a code to accounts without a password, operable by keyboard alone', async () => {
  const { sendDigits, dialog } = show('email')
  const button = await dialog.findByRole('button', { name: 'Email me a code' })
  expect(dialog.queryByLabelText('Your password')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(sendDigits).not.toHaveBeenCalled()
  expect(dialog.queryByLabelText('Code')).toBeNull()
  await press('Do it')
  expect(dialog.getByText('Request a code first.')).toBeTruthy()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  expect(await dialog.findByText('Sent. Check your email.')).toBeTruthy()
  expect(sendDigits).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(await digits())
  await userEvent.keyboard('204{Enter}')
  expect(dialog.getByText('Enter the six-digit code.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.keyboard('618{Enter}')
  expect(sent).toEqual(['204618'])
  expect(dialog.getByRole('button', { name: 'Send again' })).toBeTruthy()
})

test('clears a typed password when the method turns out to be a code', async () => {
  const found = Promise.withResolvers<ReauthenticationMethod>()
  const { sendDigits, dialog } = show('email', { find: () => found.promise })
  await userEvent.type(dialog.getByLabelText('Your password'), 'secret')
  found.resolve('email')
  await dialog.findByRole('button', { name: 'Email me a code' })
  expect(dialog.queryByLabelText('Code')).toBeNull()
  await press('Do it')
  expect([sent, sendDigits.mock.calls.length]).toEqual([[], 0])
  await press('Email me a code')
  expect((await digits()).value).toBe('')
})

test('keeps a typed password when the method turns out to be a password', async () => {
  const found = Promise.withResolvers<ReauthenticationMethod>()
  const { dialog } = show('password', { find: () => found.promise })
  await userEvent.type(dialog.getByLabelText('Your password'), 'slipped')
  await act(async () => found.resolve('password'))
  await userEvent.keyboard('-halves{Enter}')
  expect(sent).toEqual(['slipped-halves'])
})

test('texts a code to accounts with only a phone number', async () => {
  const { dialog } = show('text')
  await dialog.findByRole('button', { name: 'Text me a code' })
  await press('Text me a code')
  expect(await dialog.findByText('Sent. Check your phone.')).toBeTruthy()
})

test('shows a failed send next to the button and still accepts an earlier code', async () => {
  const message = 'You can only request this after 40 seconds.'
  const { dialog } = show('email', { sendDigits: () => Promise.reject(new Error(message)) })
  await dialog.findByRole('button', { name: 'Email me a code' })
  await press('Email me a code')
  expect(await dialog.findByText(message)).toBeTruthy()
  await userEvent.type(await digits(), '204618{Enter}')
  expect(sent).toEqual(['204618'])
})

test('marks a wrong code as wrong, keeps it in the field and selects it', async () => {
  show('email', { error: { isWrong: true, message: 'That password is incorrect.' } })
  await screen.findByRole('button', { name: 'Email me a code' })
  await press('Email me a code')
  const field = await digits()
  await userEvent.type(field, '000000{Enter}')
  expect(screen.getByText(/^That isn’t the latest code/)).toBeTruthy()
  expect(screen.queryByText('That password is incorrect.')).toBeNull()
  expect(document.activeElement).toBe(field)
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['000000', 0, 6])
  await userEvent.keyboard('1')
  expect(screen.queryByText(/^That isn’t the latest code/)).toBeNull()
})

test("shows the server's message at the field after too many attempts", async () => {
  const message = 'Too many attempts. Try again in 15 minutes.'
  show('password', { error: { isWrong: false, message } })
  const field = screen.getByLabelText<HTMLInputElement>('Your password')
  await userEvent.type(field, 'guess{Enter}')
  expect(screen.getByText(message)).toBeTruthy()
  expect(field.value).toBe('guess')
  expect(document.activeElement).toBe(field)
})

test('explains what to do when no method is available, and submits nothing', async () => {
  const { dialog } = show('nothing')
  expect(await dialog.findByText(/there is no address to send a code to/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Do it' }).disabled).toBe(true)
})
