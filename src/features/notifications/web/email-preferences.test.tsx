// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { fakeServer } from '~tests/support/fake-server'
import { EmailPreferences } from './email-preferences'
import { clearParts, renderPart } from './testing-parts'

const bookings = {
  topic: 'bookings',
  label: 'Booking offers and changes',
  about: 'Requests',
  wantsEmail: true,
}
const connections = { topic: 'connections', label: 'Connection requests', about: null, wantsEmail: false }

beforeEach(() => void vi.spyOn(notify, 'error').mockReturnValue(undefined))
afterEach(() => {
  clearParts()
  vi.restoreAllMocks()
})

const show = (address: 'confirmed' | 'unconfirmed' | 'none' = 'confirmed') =>
  renderPart(
    <Suspense>
      <EmailPreferences address={address} />
    </Suspense>,
  )
const findSwitch = (name: string) => screen.findByRole('switch', { name })

test('shows each topic as a switch with its stored setting', async () => {
  fakeServer({ emailPreferences: () => ({ choices: [bookings, connections] }) })
  await show()
  expect(await findSwitch('Booking offers and changes')).toHaveProperty('checked', true)
  expect(screen.getByRole('switch', { description: 'Requests' })).toBeTruthy()
  expect(await findSwitch('Connection requests')).toHaveProperty('checked', false)
  expect(screen.queryByText(/verified your/)).toBeNull()
})

test('saves a changed switch immediately and confirms it without a toast', async () => {
  const stored = { ...bookings }
  const calls = fakeServer({
    emailPreferences: () => ({ choices: [stored, connections] }),
    setEmailPreference: () => Object.assign(stored, { wantsEmail: false }),
  })
  await show()
  await userEvent.click(await findSwitch('Booking offers and changes'))
  expect(await findSwitch('Booking offers and changes')).toHaveProperty('checked', false)
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toContain('Saved. Booking offers and changes: email off.'),
  )
  expect(calls).toContainEqual(['setEmailPreference', { topic: 'bookings', wantsEmail: false }])
  expect(notify.error).not.toHaveBeenCalled()
})

test('responses requested before the change was saved don’t revert the switch', async () => {
  const stored = { ...bookings }
  const late: PromiseWithResolvers<void>[] = []
  const fromThen = (wait: boolean) => {
    const response = { choices: [{ ...stored }] }
    if (!wait) return response
    late.push(Promise.withResolvers())
    return late.at(-1)?.promise.then(() => response)
  }
  let isSlow = false
  const saving = Promise.withResolvers<void>()
  fakeServer({
    emailPreferences: () => fromThen(isSlow),
    setEmailPreference: async () => {
      await saving.promise
      return Object.assign(stored, { wantsEmail: false })
    },
  })
  const queryClient = await show()
  const waitlists = await findSwitch('Booking offers and changes')
  isSlow = true
  void queryClient.invalidateQueries()
  await waitFor(() => expect(late).toHaveLength(1))
  await userEvent.click(waitlists)
  await waitFor(() => expect(waitlists).toHaveProperty('checked', false))
  void queryClient.invalidateQueries()
  await waitFor(() => expect(late).toHaveLength(2))
  isSlow = false
  saving.resolve()
  await screen.findByText('Saved. Booking offers and changes: email off.')
  for (const { resolve } of late) resolve()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(waitlists).toHaveProperty('checked', false)
})

test('a failed save reverts the switch and shows the error', async () => {
  fakeServer({
    emailPreferences: () => ({ choices: [bookings, connections] }),
    setEmailPreference: () => {
      throw new Error('away')
    },
  })
  await show()
  await userEvent.click(await findSwitch('Connection requests'))
  await waitFor(() => expect(notify.error).toHaveBeenCalledWith(expect.stringMatching(/\w{3,}/)))
  expect(await findSwitch('Connection requests')).toHaveProperty('checked', false)
  expect(await findSwitch('Booking offers and changes')).toHaveProperty('checked', true)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('without a verified email address, a hint says that no email is sent yet', async () => {
  fakeServer({ emailPreferences: () => ({ choices: [bookings] }) })
  await show('unconfirmed')
  expect(await screen.findByText(/We email you once you’ve verified your address/)).toBeTruthy()
})

test('without an email address, a hint says what to do first', async () => {
  fakeServer({ emailPreferences: () => ({ choices: [bookings] }) })
  await show('none')
  expect(await screen.findByText(/once you’ve added and verified your email/)).toBeTruthy()
})

test('names the emails that are always sent', async () => {
  fakeServer({ emailPreferences: () => ({ choices: [bookings] }) })
  await show()
  const text = (await screen.findByText(/^Always emailed:/)).textContent
  for (const part of ['tickets and receipts', 'refunds', 'account security']) expect(text).toContain(part)
})
