// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { type FormOptions, useForm } from './use-form'

type Values = { name: string; email: string }
const blank: Values = { name: '', email: '' }

function show(options: Partial<FormOptions<Values, string, Values>> = {}) {
  const send = vi.fn<(values: Values) => Promise<string>>().mockResolvedValue('sent')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  )
  const check = ({ name }: Values) => ({ name: name === '' ? 'Enter a name.' : undefined })
  const { result } = renderHook(() => useForm({ blank, check, send, ...options }), { wrapper })
  return { form: () => result.current, send: options.send ?? send }
}

const refused = (fields: Array<{ path: string; message: string }>, message = 'Refused.') =>
  new ORPCError('BAD_REQUEST', { message, data: { fields } })

test('a field error appears on submit and stays until the field changes, and the form sends nothing until then', async () => {
  const { form, send } = show()
  expect(form().text('name').error).toBeUndefined()
  act(() => form().submit())
  expect(form().text('name').error).toBe('Enter a name.')
  expect(send).not.toHaveBeenCalled()
  act(() =>
    form()
      .text('email')
      .onChange({ target: { value: 'mara@example.com' } }),
  )
  expect(form().problems['name']).toBe('Enter a name.')
  act(() =>
    form()
      .text('name')
      .onChange({ target: { value: 'Mara' } }),
  )
  expect(form().problems['name']).toBeUndefined()
})

test('keeps the input after a refusal and clears it after a success', async () => {
  const send = vi.fn<(values: Values) => Promise<string>>()
  send.mockRejectedValueOnce(refused([{ path: 'email', message: 'Enter an email address.' }]))
  send.mockRejectedValueOnce(refused([], 'That ticket just sold out.'))
  send.mockResolvedValueOnce('sent')
  const onDone = vi.fn()
  const { form } = show({ send, onDone })
  act(() => form().set({ name: 'Mara', email: 'mara' }))

  act(() => form().submit())
  await waitFor(() => expect(form().text('email').error).toBe('Enter an email address.'))
  expect(form().sentence, 'no message for the form when a field has one').toBeUndefined()
  expect(form().values).toEqual({ name: 'Mara', email: 'mara' })

  act(() => form().submit())
  await waitFor(() => expect(form().sentence).toBe('That ticket just sold out.'))

  act(() => form().submit())
  await waitFor(() => expect(form().values).toEqual(blank))
  expect(onDone).toHaveBeenCalledExactlyOnceWith('sent', { name: 'Mara', email: 'mara' })
})

test('sends the text of named controls, which may have been typed before hydration', async () => {
  const { form, send } = show()
  const element = document.createElement('form')
  element.innerHTML = '<input name="name" value="Jonas"><input name="other" value="ignored">'
  act(() => form().submit(element))
  await waitFor(() => expect(send).toHaveBeenCalled())
  expect(send).toHaveBeenCalledWith({ name: 'Jonas', email: '' }, { name: 'Jonas', email: '' })
})

test('submits only once while sending', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const send = vi.fn<(values: Values) => Promise<string>>().mockReturnValue(promise)
  const { form } = show({ send })
  act(() => form().set({ name: 'Mara' }))
  act(() => form().submit())
  await waitFor(() => expect(form().isSending).toBe(true))
  act(() => form().submit())
  resolve('sent')
  await waitFor(() => expect(form().isSending).toBe(false))
  expect(send).toHaveBeenCalledOnce()
})

test('shows a wrong reauthentication password only at its field', async () => {
  const proof = { check: vi.fn<(isPointed: boolean) => boolean>().mockReturnValue(true), refuse: vi.fn() }
  const send = vi.fn<(values: Values) => Promise<string>>()
  send.mockRejectedValue(new ORPCError('WRONG_PASSWORD', { message: 'Wrong password.' }))
  const onError = vi.fn()
  const { form } = show({ send, proof, onError })
  act(() => form().submit())
  expect(proof.check, 'the first problem is in another field').toHaveBeenLastCalledWith(false)
  act(() => form().set({ name: 'Mara' }))
  act(() => form().submit())
  await waitFor(() =>
    expect(proof.refuse).toHaveBeenCalledWith({ isWrong: true, message: 'Wrong password.' }),
  )
  expect(onError).not.toHaveBeenCalled()
  expect(form().sentence).toBeUndefined()
})
