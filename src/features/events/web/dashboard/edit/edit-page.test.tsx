// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listEventActions } from '../../../rules/event-policy'
import { storeUnsavedChanges } from './use-event-editor'
import {
  clearEditor,
  createDraft,
  EVENT,
  fakeEditServer,
  listenToToasts,
  MARA,
  refuse,
  renderEditor,
} from './testing-edit'

beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  clearEditor()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const getState = () => document.querySelector('output[data-state]')?.textContent
// The label of the title includes the counter.
const getField = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label === 'Title' ? /^Title/ : label)
const type = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } })
/** Waits for less than the pause before a save. */
const briefly = () => act(() => vi.advanceTimersByTimeAsync(50))
const sections = () => within(screen.getByRole('navigation', { name: 'Sections' }))

test('R-07 saves typed input and updates status, flyer and counter', async () => {
  const { listInputs, held } = fakeEditServer(createDraft())
  await renderEditor(createDraft())
  expect(getState()).toMatch(/^Saved at \d\d:\d\d$/)
  type('Title', 'Low Ceiling')
  expect(screen.getByRole('heading', { level: 1, name: 'Low Ceiling' })).toBeTruthy()
  expect(screen.getByText('11/80')).toBeTruthy()
  expect(getState()).toBe('Saving')
  await waitFor(() => expect(listInputs('dashboard.save')).toHaveLength(1))
  expect(listInputs('dashboard.save')).toEqual([{ id: EVENT, version: 1, changes: { title: 'Low Ceiling' } }])
  await waitFor(() => expect(getState()).toMatch(/^Saved at/))
  expect(held().title).toBe('Low Ceiling')
})

test('shows server errors at their field and marks the section', async () => {
  fakeEditServer(createDraft(), {
    'dashboard.save': () =>
      refuse('INVALID', 422, { fields: [{ path: 'changes.title', message: 'Enter a title.' }] }),
  })
  await renderEditor(createDraft())
  type('Title', '')
  const message = await screen.findByText('Enter a title.')
  const title = getField('Title')
  expect(title.getAttribute('aria-invalid')).toBe('true')
  expect(title.getAttribute('aria-describedby')?.split(' ')).toContain(message.id)
  expect(getState()).toBe('Not saved yet. Check the marked fields.')
  expect(sections().getByRole('link', { name: /Event/ }).textContent).toContain('needs attention')
})

test('shows that the editor is offline, and saves once it is online again', async () => {
  let isOnline = false
  const { held } = fakeEditServer(createDraft(), {
    'dashboard.save': ({ changes }: { changes: object }) => {
      if (!isOnline) throw new TypeError('fetch failed')
      return dashboard.change(changes)
    },
  })
  const dashboard = {
    change: (changes: object) => ({ ...changes, version: 2, savedAt: '2026-11-21T14:05:00.000Z' }),
  }
  await renderEditor(createDraft())
  type('Venue', 'The Cistern')
  await waitFor(() => expect(getState()).toBe('Not saved yet. Trying again.'))
  expect(sessionStorage.getItem(`event-edit:${EVENT}`)).toContain('The Cistern')
  isOnline = true
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(getState()).toMatch(/^Saved at/))
  expect(sessionStorage.getItem(`event-edit:${EVENT}`)).toBeNull()
  expect(held().id).toBe(EVENT)
})

test('saves the changes that a reload interrupted when the page opens again', async () => {
  storeUnsavedChanges(EVENT, { title: 'Cut off' }, 1)
  const { listInputs } = fakeEditServer(createDraft())
  await renderEditor(createDraft())
  expect(getField('Title').value).toBe('Cut off')
  await waitFor(() => expect(listInputs('dashboard.save')).toHaveLength(1))
})

test('offers unsaved changes that were made to an older version, and does not apply them by itself', async () => {
  storeUnsavedChanges(EVENT, { title: 'Old words' }, 1)
  const { listInputs } = fakeEditServer(createDraft({ version: 5 }))
  await renderEditor(createDraft({ version: 5 }))
  expect(getField('Title').value).toBe('Dust & Diamonds')
  expect(screen.getByText('Not saved last time: Title.')).toBeTruthy()
  await press('Restore my changes')
  expect(getField('Title').value).toBe('Old words')
  await waitFor(() => expect(listInputs('dashboard.save')).toHaveLength(1))
})

test('sends pending changes when the window is hidden and when leaving the page', async () => {
  const { listInputs } = fakeEditServer(createDraft())
  const { unmount } = await renderEditor(createDraft())
  vi.useFakeTimers()
  type('Title', 'Hidden')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await briefly()
  expect(listInputs('dashboard.save')).toHaveLength(1)
  type('Title', 'Left')
  unmount()
  await briefly()
  expect(listInputs('dashboard.save')).toHaveLength(2)
})

test.each([
  ['names the zone of the set times where the reader’s clock differs', 'Pacific/Kiritimati', 1],
  ['does not name the zone that the reader is in', Intl.DateTimeFormat().resolvedOptions().timeZone, 0],
])('the line-up %s', async (_title, timezone, notes) => {
  fakeEditServer(createDraft({ timezone }))
  await renderEditor(createDraft({ timezone }))
  expect(screen.queryAllByText(/^Set times are in /)).toHaveLength(notes)
})

test('reorders the line-up with buttons that keep the focus and announce the position', async () => {
  const { listInputs } = fakeEditServer(createDraft())
  await renderEditor(createDraft())
  const rows = () => within(screen.getByRole('list', { name: 'Line-up' })).getAllByRole('listitem')
  expect(rows().map((row) => row.querySelector('b')?.textContent)).toEqual(['Juno Okafor', 'Mara Voss'])
  await press('Move Juno Okafor down')
  expect(rows().map((row) => row.querySelector('b')?.textContent)).toEqual(['Mara Voss', 'Juno Okafor'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Juno Okafor down')
  expect(screen.getByText('Juno Okafor, 2 of 2')).toBeTruthy()
  await waitFor(() => expect(listInputs('dashboard.saveLineUp')).toHaveLength(1))
  expect(listInputs('dashboard.saveLineUp')).toMatchObject([
    { version: 1, slots: [{ djId: MARA }, { startClock: '23:00' }] },
  ])
})

test('warns about overlaps and gaps while typing, and restores a removed entry', async () => {
  const { press: undo } = listenToToasts()
  fakeEditServer(createDraft())
  await renderEditor(createDraft())
  expect(await screen.findByText('No one plays from 05:00 to 06:00.')).toBeTruthy()
  type('Mara Voss starts', '01:00')
  expect(screen.getByText('Juno Okafor and Mara Voss play at the same time.')).toBeTruthy()
  await press('Remove Mara Voss')
  expect(screen.queryByLabelText('Mara Voss starts')).toBeNull()
  act(undo)
  expect(screen.getByLabelText<HTMLInputElement>('Mara Voss starts').value).toBe('01:00')
})

test('adds a member found by name after the last set, and a name without an account', async () => {
  const { listInputs } = fakeEditServer(createDraft(), {
    'dashboard.findMembers': () => ({
      members: [
        { id: MARA, name: 'Mara Voss', avatarUrl: null, memberTypes: ['dj'] },
        { id: 'kit', name: 'Kit Marlowe', avatarUrl: null, memberTypes: ['dj', 'venue_owner'] },
      ],
    }),
  })
  await renderEditor(createDraft())
  await press('Add a member')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a member' }))
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Search members' }), 'ma')
  expect(await dialog.findByText('DJ, Venue owner')).toBeTruthy()
  expect(dialog.getByText('Already added')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Add Kit Marlowe' }))
  expect(screen.getByLabelText<HTMLInputElement>('Kit Marlowe starts').value).toBe('05:00')
  expect(screen.getByLabelText<HTMLInputElement>('Kit Marlowe ends').value).toBe('06:00')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Add a member')
  const again = within(await screen.findByRole('dialog', { name: 'Add a member' }))
  await userEvent.type(again.getByRole('searchbox', { name: 'Search members' }), 'Paper Cuts')
  await userEvent.click(again.getByRole('button', { name: /without an account/ }))
  // On a slow machine the first addition may be saved on its own.
  await waitFor(() =>
    expect(JSON.stringify(listInputs('dashboard.saveLineUp').at(-1) ?? '')).toContain('"name":"Paper Cuts"'),
  )
})

test('publishing saves first, and lists missing details with links', async () => {
  const missing = [{ section: 'tickets' as const, text: 'Add a ticket type with stock.' }]
  const { asked: calls } = fakeEditServer(createDraft({ missing }), {
    'dashboard.publish': () => refuse('INCOMPLETE', 422, { missing }),
  })
  await renderEditor(createDraft({ missing }), { renderTickets: () => <section id="tickets" /> })
  expect(sections().getByRole('link', { name: /Tickets/ }).textContent).toContain('needs attention')
  type('Title', 'Nearly')
  await press('Publish')
  expect(await screen.findByRole('button', { name: 'Add a ticket type with stock.' })).toBeTruthy()
  const order = calls
    .map(([name]) => name)
    .filter((name) => name !== 'dashboard.get' && name !== 'dashboard.team')
  expect(order).toEqual(['dashboard.save', 'dashboard.publish'])
})

test('a published event shows that changes are live and holders are notified, and cannot be unpublished once tickets are sold', async () => {
  const { change } = fakeEditServer(createDraft(), {
    'dashboard.publish': () => change({ status: 'published', soldOrHeld: 3, canBeRemoved: false }),
  })
  const { toasts } = listenToToasts()
  await renderEditor(createDraft())
  await press('Publish')
  await waitFor(() => expect(toasts).toEqual(['success: Published']))
  expect(await screen.findByText(/Changes are live immediately/)).toBeTruthy()
  expect(screen.getByText(/We notify ticket holders of a new date or place ten minutes after/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  await press('More')
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Preview',
    'Analytics',
    'Guests',
    'Open check-in',
    'Duplicate',
    'Hand over',
  ])
})

test('hides money, team and organizer actions from a manager', async () => {
  const draft = createDraft({ relations: ['manager'], actions: listEventActions(['manager']) })
  fakeEditServer(draft)
  await renderEditor(draft, {
    renderTickets: () => <section id="tickets" />,
    promo: <section aria-label="Promo codes" />,
  })
  expect(
    sections()
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Eventcomplete', 'Placecomplete', 'Line-upcomplete', 'Ticketscomplete'])
  expect(screen.queryByRole('region', { name: 'Promo codes' })).toBeNull()
  expect(screen.queryByLabelText('Price at the door')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a person' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Publish' })).toBeTruthy()
  await press('More')
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Preview', 'Duplicate'])
})

test('deletes a draft after a confirmation', async () => {
  listenToToasts()
  const { listInputs } = fakeEditServer(createDraft(), { 'dashboard.remove': () => ({}) })
  const { path } = await renderEditor(createDraft())
  await press('More')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete draft' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(listInputs('dashboard.remove')).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Delete draft' }))
  await waitFor(() => expect(path()).toBe('/dashboard/events'))
})
