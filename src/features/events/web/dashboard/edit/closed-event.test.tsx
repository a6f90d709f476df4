// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearEditor, createDraft, EVENT, fakeEditServer, refuse, renderEditor } from './testing-edit'

beforeEach(() => vi.stubGlobal('CSS', { escape: (text: string) => text }))
afterEach(() => {
  clearEditor()
  vi.unstubAllGlobals()
})

const getTitle = () => screen.getByLabelText<HTMLInputElement>(/^Title/)

test('makes a cancelled event read-only', async () => {
  const draft = createDraft({ status: 'cancelled', canBeRemoved: false })
  fakeEditServer(draft)
  await renderEditor(draft)
  expect(screen.getByText(/This event is canceled and can’t be edited/)).toBeTruthy()
  expect(getTitle().matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
})

test('cancelling drops refused changes: the head only says cancelled, and leaving needs no confirmation', async () => {
  const { change } = fakeEditServer(createDraft({ status: 'published' }), {
    'dashboard.save': () =>
      refuse('INVALID', 422, { fields: [{ path: 'changes.title', message: 'Enter a title.' }] }),
  })
  const { reread } = await renderEditor(createDraft({ status: 'published' }))
  fireEvent.change(getTitle(), { target: { value: ' ' } })
  await waitFor(() =>
    expect(document.querySelector('output[data-state]')?.textContent).toBe(
      'Not saved yet. Check the marked fields.',
    ),
  )
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leaves()).toBe(false)
  change({ status: 'cancelled' })
  await reread()
  await waitFor(() => expect(screen.getByText(/This event is canceled and can’t be edited/)).toBeTruthy())
  expect(document.querySelector('output[data-state]')).toBeNull()
  expect(getTitle().value).toBe('Dust & Diamonds')
  expect(screen.queryByText('Enter a title.')).toBeNull()
  expect(leaves()).toBe(true)
  expect(sessionStorage.getItem(`event-edit:${EVENT}`)).toBeNull()
})

test.each([
  [
    'its money was paid out',
    { isPaidOut: true },
    'This event is settled, or part of its money was paid out, so its start and end are final.',
  ],
  ['it is over', { phase: 'over' }, 'This event is over, so its start and end are final.'],
] as const)(
  'the start and end of an event are disabled with the reason when %s',
  async (_, state, reason) => {
    const draft = createDraft({ status: 'published', ...state })
    fakeEditServer(draft)
    await renderEditor(draft)
    expect(screen.getByText(reason)).toBeTruthy()
    const isDisabled = (label: RegExp) => screen.getByLabelText(label).matches(':disabled')
    expect([/^Date/, /^Starts/, /^Ends/, /^Doors/, /^Title/].map(isDisabled)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(screen.queryByRole('button', { name: /time zone/i })).toBeNull()
  },
)
