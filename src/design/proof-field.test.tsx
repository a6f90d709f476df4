// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FormDialog } from './form-dialog'
import { OwnProof, type ProofBy, type ProofSource, useOwnProof } from './own-proof'
import { ProofField } from './proof-field'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let sent: string[]
beforeEach(() => (sent = []))

function Asking({ refusal }: { refusal?: { isWrong: boolean; words: string } | undefined }) {
  const proof = useOwnProof()
  return (
    <FormDialog
      title="Really?"
      startAt={proof.input}
      actLabel="Do it"
      busy={false}
      isOff={proof.by === 'nothing'}
      onClose={() => undefined}
      onSubmit={() => {
        if (!proof.check()) return
        sent.push(proof.typed)
        if (refusal) proof.refuse(refusal)
      }}
    >
      <ProofField proof={proof} />
    </FormDialog>
  )
}
function show(by: ProofBy | undefined, more: Partial<ProofSource> & Parameters<typeof Asking>[0] = {}) {
  const sendDigits = vi.fn<ProofSource['sendDigits']>(more.sendDigits ?? (() => Promise.resolve()))
  const source = by && { find: more.find ?? (() => Promise.resolve(by)), sendDigits }
  render(
    <OwnProof value={source}>
      <Asking refusal={more.refusal} />
    </OwnProof>,
  )
  return { sendDigits, dialog: within(screen.getByRole('dialog', { name: 'Really?' })) }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const digits = async () => screen.findByLabelText<HTMLInputElement>('Code')

test('whoever has a password is asked for it, at once and with the focus there', async () => {
  const { dialog } = show('password', { find: () => new Promise(() => undefined) })
  const field = dialog.getByLabelText<HTMLInputElement>('Your password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard('{Enter}')
  expect(dialog.getByText('Enter your password.')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.keyboard('slipped-halves{Enter}')
  expect(sent).toEqual(['slipped-halves'])
})

test('a page that says nothing of it, and one that cannot read it, ask for the password', async () => {
  show(undefined)
  expect(screen.getByLabelText('Your password')).toBeTruthy()
  cleanup()
  show('email', { find: () => Promise.reject(new TypeError('offline')) })
  await Promise.resolve()
  expect(screen.getByLabelText('Your password')).toBeTruthy()
})

test('whoever has none has a code emailed and types that; the keyboard alone does it', async () => {
  const { sendDigits, dialog } = show('email')
  const button = await dialog.findByRole('button', { name: 'Mail me a code' })
  expect(dialog.queryByLabelText('Your password')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(sendDigits).not.toHaveBeenCalled()
  expect(dialog.queryByLabelText('Code')).toBeNull()
  await press('Do it')
  expect(dialog.getByText('Have a code sent first.')).toBeTruthy()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  expect(await dialog.findByText('Sent. Look into your mail.')).toBeTruthy()
  expect(sendDigits).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(await digits())
  await userEvent.keyboard('204{Enter}')
  expect(dialog.getByText('Enter the six digits.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.keyboard('618{Enter}')
  expect(sent).toEqual(['204618'])
  expect(dialog.getByRole('button', { name: 'Send again' })).toBeTruthy()
})

test('what was typed as a password before it is known that there is none is no code', async () => {
  const found = Promise.withResolvers<ProofBy>()
  const { sendDigits, dialog } = show('email', { find: () => found.promise })
  await userEvent.type(dialog.getByLabelText('Your password'), 'secret')
  found.resolve('email')
  await dialog.findByRole('button', { name: 'Mail me a code' })
  expect(dialog.queryByLabelText('Code')).toBeNull()
  await press('Do it')
  expect([sent, sendDigits.mock.calls.length]).toEqual([[], 0])
  await press('Mail me a code')
  expect((await digits()).value).toBe('')
})

test('what was typed as a password stays where it turns out that there is one', async () => {
  const found = Promise.withResolvers<ProofBy>()
  const { dialog } = show('password', { find: () => found.promise })
  await userEvent.type(dialog.getByLabelText('Your password'), 'slipped')
  await act(async () => found.resolve('password'))
  await userEvent.keyboard('-halves{Enter}')
  expect(sent).toEqual(['slipped-halves'])
})

test('whoever has a phone alone is texted', async () => {
  const { dialog } = show('text')
  await dialog.findByRole('button', { name: 'Text me a code' })
  await press('Text me a code')
  expect(await dialog.findByText('Sent. Look at your phone.')).toBeTruthy()
})

test('a code that cannot be sent is told of beside the button, and one that came before can still be typed', async () => {
  const words = 'You can only request this after 40 seconds.'
  const { dialog } = show('email', { sendDigits: () => Promise.reject(new Error(words)) })
  await dialog.findByRole('button', { name: 'Mail me a code' })
  await press('Mail me a code')
  expect(await dialog.findByText(words)).toBeTruthy()
  await userEvent.type(await digits(), '204618{Enter}')
  expect(sent).toEqual(['204618'])
})

test('wrong digits are told of as digits, stay, and are selected', async () => {
  show('email', { refusal: { isWrong: true, words: 'That is not your password.' } })
  await screen.findByRole('button', { name: 'Mail me a code' })
  await press('Mail me a code')
  const field = await digits()
  await userEvent.type(field, '000000{Enter}')
  expect(screen.getByText(/^These are not the digits that were sent last/)).toBeTruthy()
  expect(screen.queryByText('That is not your password.')).toBeNull()
  expect(document.activeElement).toBe(field)
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['000000', 0, 6])
  await userEvent.keyboard('1')
  expect(screen.queryByText(/^These are not/)).toBeNull()
})

test('too many tries are told of at the field, in the words of the server', async () => {
  const words = 'Too many attempts. Try again in 15 minutes.'
  show('password', { refusal: { isWrong: false, words } })
  const field = screen.getByLabelText<HTMLInputElement>('Your password')
  await userEvent.type(field, 'guess{Enter}')
  expect(screen.getByText(words)).toBeTruthy()
  expect(field.value).toBe('guess')
  expect(document.activeElement).toBe(field)
})

test('whoever has neither reads what to do, and nothing can be sent', async () => {
  const { dialog } = show('nothing')
  expect(await dialog.findByText(/no code can reach you/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Do it' }).disabled).toBe(true)
})
