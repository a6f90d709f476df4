// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fillField } from '~tests/support/fill-field'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import { show } from './testing-attendees-screen'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  notify.dismiss()
  cleanup()
  registerLink(undefined)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('gives tickets after showing errors, and a retry keeps the input and its key', async () => {
  let isDown = true
  const { sent, user } = show({
    'comps.give': () => {
      if (isDown) throw new TypeError('gone')
      return { orderId: 'x', isEmailed: true }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Give tickets' }))
  const dialog = () => screen.getByRole('dialog', { name: 'Give tickets' })
  await user.selectOptions(within(dialog()).getByLabelText('How many'), '2')
  await user.click(within(dialog()).getByRole('button', { name: 'Give 2 tickets' }))
  expect(within(dialog()).getByText('Enter a name.')).toBeTruthy()
  await fillField(within(dialog()).getByLabelText('Name'), 'Vera Press')
  await fillField(within(dialog()).getByLabelText('Email'), 'press@paper.example')
  await user.click(within(dialog()).getByRole('button', { name: 'Give 2 tickets' }))
  expect(await within(dialog()).findByRole('alert')).toBeTruthy()
  await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Give tickets' }))
  expect(within(dialog()).getByLabelText('Name')).toHaveProperty('value', 'Vera Press')
  isDown = false
  await user.click(within(dialog()).getByRole('button', { name: 'Give 2 tickets' }))
  expect(await screen.findByText('2 tickets for Vera Press, sent by email.')).toBeTruthy()
  const [first, second] = sent('comps.give')
  expect(second).toEqual(first)
})

test('says that no email is sent when the address has reached its limit', async () => {
  const { user } = show({ 'comps.give': () => ({ orderId: 'x', isEmailed: false }) })
  await user.click(await screen.findByRole('button', { name: 'Give tickets' }))
  const dialog = screen.getByRole('dialog', { name: 'Give tickets' })
  await fillField(within(dialog).getByLabelText('Name'), 'Vera Press')
  await fillField(within(dialog).getByLabelText('Email'), 'press@paper.example')
  await user.click(within(dialog).getByRole('button', { name: 'Give 1 ticket' }))
  expect(await screen.findByText(/^1 ticket for Vera Press\. .* Check-in finds them by name\.$/)).toBeTruthy()
})
