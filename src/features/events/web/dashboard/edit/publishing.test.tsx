// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EditSlots } from './edit-page'
import { clearEditor, createDraft, fakeEditServer, listenToToasts, renderEditor } from './testing-edit'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(clearEditor)

const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish' }))
const tickets = (isInvalid: boolean) => () => (
  <section id="tickets">
    <h2 tabIndex={-1}>Tickets</h2>
    <input aria-label="Price" aria-invalid={isInvalid || undefined} />
  </section>
)

async function renderDraft(slots: EditSlots) {
  const server = fakeEditServer(createDraft(), {
    'dashboard.publish': () => server.change({ status: 'published' }),
  })
  const page = await renderEditor(createDraft(), slots)
  return { ...page, published: () => server.listInputs('dashboard.publish').length }
}

test('refuses to publish while a ticket’s field is invalid, and focuses that field', async () => {
  const { toasts } = listenToToasts()
  const { published } = await renderDraft({ renderTickets: tickets(true), slotState: 'refused' })
  await publish()
  await waitFor(() => expect(toasts).toEqual(['error: Not published. Correct the marked field first.']))
  expect(document.activeElement).toBe(screen.getByLabelText('Price'))
  expect(published()).toBe(0)
})

test('refuses to publish while changes to tickets could not be sent', async () => {
  const { toasts } = listenToToasts()
  const { published } = await renderDraft({ renderTickets: tickets(false), slotState: 'retrying' })
  await publish()
  await waitFor(() => expect(toasts).toEqual(['error: Not published: some changes are not saved yet.']))
  expect(published()).toBe(0)
})

test('refuses to publish while a new ticket type is not added yet', async () => {
  const { toasts } = listenToToasts()
  const unfinished = () => (
    <fieldset data-unfinished>
      <input aria-label="Name" />
    </fieldset>
  )
  const { published } = await renderDraft({ renderTickets: unfinished, slotState: 'saved' })
  await publish()
  expect(toasts).toEqual(['error: Not published. Add the new ticket type, or cancel it.'])
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(published()).toBe(0)
})

test('publishes once a ticket that is being saved is saved', async () => {
  const { toasts } = listenToToasts()
  const { published, setSlots } = await renderDraft({ renderTickets: tickets(false), slotState: 'saving' })
  await publish()
  expect(published()).toBe(0)
  await setSlots({ renderTickets: tickets(false), slotState: 'saved' })
  await waitFor(() => expect(toasts).toEqual(['success: Published']))
  expect(published()).toBe(1)
})

test('refuses to publish when a ticket that is being saved turns out to be invalid', async () => {
  const { toasts } = listenToToasts()
  const { published, setSlots } = await renderDraft({ renderTickets: tickets(false), slotState: 'saving' })
  await publish()
  await setSlots({ renderTickets: tickets(true), slotState: 'refused' })
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(published()).toBe(0)
})

test('publishing does not ask about its own version while the user types', async () => {
  const { toasts } = listenToToasts()
  const server = fakeEditServer(createDraft(), {
    'dashboard.publish': () => {
      fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: 'Typed meanwhile' } })
      return server.change({ status: 'published' })
    },
  })
  await renderEditor(createDraft())
  await publish()
  await waitFor(() => expect(server.held()).toMatchObject({ title: 'Typed meanwhile', status: 'published' }))
  await waitFor(() => expect(screen.getByText(/^Saved at/)).toBeTruthy())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toasts).toEqual(['success: Published'])
})
