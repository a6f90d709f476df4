// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  clearEditor,
  createDraft,
  fakeEditServer,
  listenToToasts,
  refuse,
  renderEditor,
} from './testing-edit'

afterEach(clearEditor)

const getState = () => document.querySelector('output[data-state]')?.textContent
const getTitle = () => screen.getByLabelText<HTMLInputElement>(/^Title/)
const getVenue = () => screen.getByLabelText<HTMLInputElement>('Venue')
const type = (title: string) => fireEvent.change(getTitle(), { target: { value: title } })

test.each([
  ['Reload', 'Theirs', 'The Cistern'],
  ['Keep mine', 'Mine', 'Carriage Works'],
])('the button %s applies to the whole form when two people changed it', async (choice, title, venueName) => {
  const { change, held } = fakeEditServer(createDraft())
  await renderEditor(createDraft())
  change({ title: 'Theirs', venueName: 'The Cistern' })
  type('Mine')
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else changed this' }))
  expect(dialog.getByText(/^Ilse Brandt changed this event at \d\d:\d\d\. Reload shows/)).toBeTruthy()
  expect(getState()).toBe('Not saved: the event was changed elsewhere.')
  await userEvent.click(dialog.getByRole('button', { name: choice }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(getState()).toMatch(/^Saved at/))
  expect(held()).toMatchObject({ title, venueName })
  expect([getTitle().value, getVenue().value]).toEqual([title, venueName])
})

test('a conflict with another window of the same user says that the change came from there', async () => {
  fakeEditServer(createDraft(), {
    'dashboard.get': () => createDraft({ version: 2, title: 'First window' }),
    'dashboard.save': () =>
      refuse('CHANGED', 409, {
        version: 2,
        by: { id: 'me', name: 'Noor' },
        at: '2026-11-21T14:03:00.000Z',
      }),
  })
  await renderEditor(createDraft())
  type('Second window')
  expect(await screen.findByText(/^You changed this event in another window at \d\d:\d\d\./)).toBeTruthy()
})

test('shows the changes that another user saves', async () => {
  const { toasts } = listenToToasts()
  const { change } = fakeEditServer(createDraft())
  const { reread } = await renderEditor(createDraft())
  change({ venueName: 'The Cistern' })
  await reread()
  await waitFor(() => expect(getVenue().value).toBe('The Cistern'))
  expect(toasts).toEqual(['info: Updated by someone else or in another window: Venue'])
})
