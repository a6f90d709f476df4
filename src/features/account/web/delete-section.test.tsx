// @vitest-environment jsdom
import { useMutationState } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import { AREAS } from '../rules/deletion-areas'
import { DeleteSection } from './delete-section'
import { removalLabels } from './removal-labels'
import { clearParts, removal, renderPart } from './testing-parts'

const messages: string[] = []
beforeEach(() => {
  messages.length = 0
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})
const upcoming = {
  id: 'event',
  title: 'Low Ceiling',
  startsAt: '2026-12-05T23:30:00.000Z',
  timezone: 'Europe/Berlin',
}
const show = () => renderPart(<DeleteSection onRemoval={(message) => void messages.push(message)} />)
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Delete your account?' }))

test('lists the data that is deleted and the data that stays, each with a reason', async () => {
  fakeServer({ inspect: () => removal })
  await show()
  const goes = within(await screen.findByRole('region', { name: 'Deleted' }))
  expect(goes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your profile, picture and settings',
    '2 open bookingsCanceled; the other person is notified.',
  ])
  const stays = within(screen.getByRole('region', { name: 'Stays, without your name' }))
  expect(stays.getByRole('listitem').textContent).toMatch(/^1 orderTax law requires us to keep them/)
})

test('every area of deleted data has a singular and a plural label', () => {
  for (const area of AREAS) {
    const { formatLabel } = removalLabels[area]
    expect(formatLabel(1)).toMatch(/^(1|Your) [a-z]/)
    expect(formatLabel(2)).not.toMatch(/^1|undefined/)
  }
})

test('asks for the password, then deletes the account, shows a message and leaves the page', async () => {
  const calls = fakeServer({ inspect: () => removal, remove: () => ({}) })
  await show()
  await press()
  const form = await findDialog()
  form.getByText(/This can’t be undone/)
  const password = form.getByLabelText<HTMLInputElement>('Your password')
  expect([password.type, password.autocomplete]).toEqual(['password', 'current-password'])
  await userEvent.click(form.getByRole('button', { name: 'Delete my account' }))
  form.getByText('Enter your password.')
  expect(calls.map(([name]) => name)).not.toContain('remove')
  await userEvent.type(password, 'slipped-halves{Enter}')
  await waitFor(() => expect(messages).toEqual(['Your account is deleted.']))
  expect(calls).toContainEqual(['remove', { password: 'slipped-halves' }])
})

function Running() {
  const keys = useMutationState({
    filters: { status: 'pending' },
    select: ({ options }) => options.mutationKey?.[0],
  })
  return <output aria-label="Running">{JSON.stringify(keys)}</output>
}

test('A-08 the running deletion has a mutation key, by which the page knows that this tab ends its own session', async () => {
  let finish = (_response: object) => {}
  fakeServer({ inspect: () => removal, remove: () => new Promise((resolve) => (finish = resolve)) })
  await renderPart(
    <>
      <DeleteSection onRemoval={(message) => void messages.push(message)} />
      <Running />
    </>,
  )
  await press()
  await userEvent.type((await findDialog()).getByLabelText('Your password'), 'slipped-halves{Enter}')
  const getRunning = () => document.querySelector('[aria-label="Running"]')?.textContent
  // The live updates recognize the deletion by exactly this mutation key.
  await waitFor(() => expect(getRunning()).toBe('[["account","removal","remove"]]'))
  finish({})
  await waitFor(() => expect(getRunning()).toBe('[]'))
  expect(messages).toHaveLength(1)
})

test('keeps the dialog open after a wrong password', async () => {
  fakeServer({
    inspect: () => removal,
    remove: () => {
      throw refusal('WRONG_PASSWORD', 'That password is incorrect.')
    },
  })
  await show()
  await press()
  const form = await findDialog()
  await userEvent.type(form.getByLabelText('Your password'), 'nope{Enter}')
  await form.findByText('That password is incorrect.')
  expect(document.activeElement).toBe(form.getByLabelText('Your password'))
  expect(form.getByLabelText<HTMLInputElement>('Your password').value).toBe('nope')
  expect(messages).toEqual([])
  await userEvent.click(form.getByRole('button', { name: 'Keep account' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an account without a password gets a code and confirms with it', async () => {
  const calls = fakeServer({
    inspect: () => ({ ...removal, confirmBy: 'email' }),
    sendCode: () => ({ sentBy: 'email' }),
    remove: () => ({}),
  })
  await show()
  await press()
  const form = await findDialog()
  expect(form.queryByLabelText('Your password')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Email me a code' }))
  await form.findByText('Sent. Check your email.')
  expect(form.getByRole('button', { name: 'Send again' })).toBeTruthy()
  const digits = form.getByLabelText('Code')
  await userEvent.type(digits, '123{Enter}')
  form.getByText('Enter the six-digit code.')
  await userEvent.type(digits, '456{Enter}')
  await waitFor(() => expect(messages).toHaveLength(1))
  expect(calls).toContainEqual(['remove', { code: '123456' }])
})

test('asks for the password if one was set on the same page after loading', async () => {
  let confirmBy: 'email' | 'password' = 'email'
  fakeServer({ inspect: () => ({ ...removal, confirmBy }) })
  await show()
  await screen.findByRole('button', { name: 'Delete my account' })
  confirmBy = 'password'
  await press()
  const form = await findDialog()
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Your password')))
  expect(form.queryByRole('button', { name: 'Email me a code' })).toBeNull()
})

test('does not send a typed code as the password if a password is set while the dialog is open', async () => {
  let confirmBy: 'email' | 'password' = 'email'
  fakeServer({
    inspect: () => ({ ...removal, confirmBy }),
    sendCode: () => ({ sentBy: 'email' }),
    remove: () => {
      confirmBy = 'password'
      throw refusal('CHANGED', 'Your account has a password now.')
    },
  })
  await show()
  await press()
  const form = await findDialog()
  await userEvent.click(form.getByRole('button', { name: 'Email me a code' }))
  await userEvent.type(await form.findByLabelText('Code'), '123456{Enter}')
  const field = await screen.findByLabelText<HTMLInputElement>('Your password')
  expect(field.value).toBe('')
})

test('shows an event that was announced after the page loaded, instead of opening the dialog', async () => {
  const event = {
    id: 'event',
    title: 'Low Ceiling',
    startsAt: '2026-12-05T23:30:00.000Z',
    timezone: 'Europe/Berlin',
  }
  let events: object[] = []
  fakeServer({ inspect: () => ({ ...removal, events }) })
  await show()
  await screen.findByRole('button', { name: 'Delete my account' })
  events = [event]
  await press()
  await screen.findByRole('link', { name: 'Low Ceiling' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('opens no dialog when the preview fails to load, and retries on the next press', async () => {
  let isDown = false
  fakeServer({
    inspect: () => {
      if (isDown) throw refusal('TOO_MANY_REQUESTS', 'Try again in a moment.')
      return removal
    },
  })
  await show()
  await screen.findByRole('button', { name: 'Delete my account' })
  isDown = true
  await press()
  await screen.findByText('Try again in a moment.')
  expect(screen.queryByRole('dialog')).toBeNull()
  isDown = false
  await press()
  await findDialog()
})

test('shows a failure to send the code beside the button', async () => {
  fakeServer({
    inspect: () => ({ ...removal, confirmBy: 'text' }),
    sendCode: () => {
      throw refusal('TOO_MANY_REQUESTS', 'You can only request this after 40 seconds.')
    },
  })
  await show()
  await press()
  const form = await findDialog()
  await userEvent.click(form.getByRole('button', { name: 'Text me a code' }))
  await form.findByText('You can only request this after 40 seconds.')
})

test('upcoming and unsettled events block the deletion: they are listed and linked, and described by the button', async () => {
  const events = [
    { ...upcoming, isUnsettled: false },
    { ...upcoming, id: 'past', title: 'Deep Field', isUnsettled: true },
  ]
  fakeServer({ inspect: () => ({ ...removal, events }) })
  await show()
  const settlement = await screen.findByRole('link', { name: 'Deep Field' })
  expect(settlement.getAttribute('href')).toBe('/dashboard/events/past/settlement')
  const link = await screen.findByRole('link', { name: 'Low Ceiling' })
  expect(link.getAttribute('href')).toBe('/dashboard/events/event/edit')
  expect(link.closest('li')?.textContent, 'shows the day in the time zone of the event').toBe(
    'Low Ceiling Sun 6 Dec 2026',
  )
  const button = screen.getByRole('button', {
    name: 'Delete my account',
    description:
      /You can’t delete an account that organizes upcoming events, or past ones that aren’t settled\./,
  })
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks the last admin to appoint another admin first', async () => {
  fakeServer({ inspect: () => ({ ...removal, isLastAdmin: true }) })
  await show()
  await screen.findByText('You are the only active admin. Make someone else an admin first.')
  await press()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('closes the dialog and shows an event that is announced during the deletion', async () => {
  let events: object[] = []
  fakeServer({
    inspect: () => ({ ...removal, events }),
    remove: () => {
      events = [
        {
          id: 'event',
          title: 'Low Ceiling',
          startsAt: '2026-12-05T23:30:00.000Z',
          timezone: 'Europe/Berlin',
        },
      ]
      throw refusal(
        'ORGANIZES',
        'You organize 1 upcoming event: Low Ceiling. Cancel them or hand them over first.',
        {
          count: 1,
        },
      )
    },
  })
  await show()
  await press()
  await userEvent.type((await findDialog()).getByLabelText('Your password'), 'slipped-halves{Enter}')
  await screen.findByText('Failed to delete your account')
  await screen.findByText('You organize 1 upcoming event: Low Ceiling. Cancel them or hand them over first.')
  await screen.findByRole('link', { name: 'Low Ceiling' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(messages).toEqual([])
})
