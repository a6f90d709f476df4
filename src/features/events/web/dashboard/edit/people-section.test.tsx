// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventPerson } from '../../../contract-dashboard'
import {
  clearEditor,
  createDraft,
  EVENT,
  fakeEditServer,
  listenToToasts,
  refuse,
  renderEditor,
} from './testing-edit'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  clearEditor()
  vi.unstubAllGlobals()
})

const person = (values: Partial<EventPerson>): EventPerson => ({
  personId: 'owen',
  name: 'Owen Faulk',
  avatarUrl: null,
  relation: 'manager',
  ...values,
})
const team = [
  person({ personId: 'me', name: 'Jonas Wirth', relation: 'organizer' }),
  person({}),
  person({ personId: 'kit', name: 'Kit Marlowe', relation: 'check_in' }),
]
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('lists the team with roles, and cannot remove the organizer', async () => {
  fakeEditServer(createDraft(), { 'dashboard.team': () => ({ people: team }) })
  await renderEditor(createDraft())
  expect(await screen.findByText('Manager: everything except money')).toBeTruthy()
  expect(screen.getByText('Check-in: sees only check-in')).toBeTruthy()
  expect(screen.getByText('Organizer: everything')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove Jonas Wirth' })).toBeNull()
})

test('removes a person immediately, with undo', async () => {
  const { toasts, press: undo } = listenToToasts()
  let people = team
  const { listInputs } = fakeEditServer(createDraft(), {
    'dashboard.team': () => ({ people }),
    'dashboard.removePerson': () => {
      people = team.filter(({ personId }) => personId !== 'owen')
      return {}
    },
    'dashboard.addPerson': () => ({ personId: 'owen' }),
  })
  await renderEditor(createDraft())
  await screen.findByText('Owen Faulk')
  await press('Remove Owen Faulk')
  await waitFor(() => expect(toasts).toEqual(['success: Owen Faulk was removed from the team']))
  await waitFor(() => expect(screen.queryByText('Owen Faulk')).toBeNull())
  people = team
  act(undo)
  expect(await screen.findByText('Owen Faulk')).toBeTruthy()
  expect(listInputs('dashboard.addPerson')).toEqual([{ id: EVENT, personId: 'owen', relation: 'manager' }])
})

test('adds a person by email address and shows server errors', async () => {
  let isKnown = false
  const { listInputs } = fakeEditServer(createDraft(), {
    'dashboard.team': () => ({ people: team }),
    'dashboard.findMembers': () => ({ members: [] }),
    'dashboard.addPerson': () => (isKnown ? { personId: 'ada' } : refuse('PERSON_NOT_FOUND', 404)),
  })
  const { toasts } = listenToToasts()
  await renderEditor(createDraft())
  await press('Add a person')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a person' }))
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Name or email' }), 'ada@verboven.example')
  await userEvent.click(dialog.getByRole('button', { name: 'Add ada@verboven.example' }))
  await waitFor(() =>
    expect(listInputs('dashboard.findMembers').at(-1)).toMatchObject({ q: 'ada@verboven.example' }),
  )
  expect((await dialog.findByRole('alert')).textContent).toBe('Refused: PERSON_NOT_FOUND')
  expect(dialog.queryByText('0 found')).toBeNull()
  expect(dialog.queryByText('No members found.')).toBeNull()
  isKnown = true
  await userEvent.click(dialog.getByRole('button', { name: 'Add ada@verboven.example' }))
  await waitFor(() =>
    expect(toasts).toEqual(['success: ada@verboven.example is on the team now. We notified them.']),
  )
  expect(listInputs('dashboard.addPerson')).toHaveLength(2)
  expect(listInputs('dashboard.addPerson')[1]).toEqual({
    id: EVENT,
    relation: 'check_in',
    email: 'ada@verboven.example',
  })
})

test('a transfer states its consequence and requires the password', async () => {
  const { toasts } = listenToToasts()
  const { listInputs, change } = fakeEditServer(createDraft(), {
    'dashboard.team': () => ({ people: team }),
    'dashboard.findMembers': () => ({
      members: [{ id: 'ilse', name: 'Ilse Brandt', avatarUrl: null, memberTypes: ['promoter'] }],
    }),
    'dashboard.handOver': ({ password }: { password: string }) => {
      if (password !== 'right') refuse('WRONG_PASSWORD', 422)
      change({ relations: ['manager'], actions: ['edit', 'publish', 'guests', 'check_in'] })
      return {}
    },
  })
  await renderEditor(createDraft())
  await press('Hand over')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search members' }), 'ilse')
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Ilse Brandt' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Hand over to Ilse Brandt?' }))
  expect(dialog.getByText(/You stay as a manager/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Your password'), 'wrong')
  await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
  expect(await dialog.findByText('Refused: WRONG_PASSWORD')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Your password'))
  await userEvent.type(dialog.getByLabelText('Your password'), 'right{Enter}')
  await waitFor(() =>
    expect(toasts).toEqual(['success: Ilse Brandt is now the organizer. You stay as a manager.']),
  )
  // Sections without permission disappear.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add a person' })).toBeNull())
  expect(listInputs('dashboard.handOver')).toHaveLength(2)
})
