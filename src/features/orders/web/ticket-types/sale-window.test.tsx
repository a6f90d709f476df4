// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import type { SaveReport } from './save-report'
import { createBoard, EVENT, createFourTypes } from './testing-board'
import { getFieldText } from './testing-fields'
import { TicketsSection } from './tickets-section'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  sessionStorage.clear()
})

async function show(types = createFourTypes()) {
  const onSaving = vi.fn<(report: SaveReport) => void>()
  const { asked } = fakeServer({
    'types.list': () => createBoard(types),
    'types.save': () => createBoard(types),
  })
  renderPart(
    <TicketsSection
      eventId={EVENT}
      acts={['edit', 'publish', 'money']}
      timezone="Europe/London"
      currency="USD"
      startsAt="2030-12-05T23:00:00Z"
      eventEnd="2030-12-06T05:00:00Z"
      capacity={600}
      onSaving={onSaving}
    />,
  )
  await screen.findByRole('heading', { name: 'Tickets' })
  return { onSaving, saved: () => asked.filter(([name]) => name === 'types.save') }
}

test('a sale window outside of the event is explained and not saved', async () => {
  const { saved } = await show()
  await userEvent.click(screen.getByRole('button', { name: /^Sale window of Late Entry/ }))
  const [from, until] = [await screen.findByLabelText('From'), screen.getByLabelText('Until')]
  await userEvent.type(from, '2030-12-07')
  await userEvent.tab()
  expect(getFieldText(from)).toContain('Not saved. Sales would start after the event.')
  await userEvent.clear(from)
  expect(getFieldText(from)).not.toContain('Not saved.')
  await userEvent.type(until, '2030-12-07')
  await userEvent.tab()
  expect(getFieldText(until)).toContain('Not saved. Sales would end after the event.')
  expect(saved()).toEqual([])
})

test('an unsaved sale window is shown on its row and in the report after the popover closes', async () => {
  const { saved, onSaving } = await show()
  const getButton = () => screen.getByRole('button', { name: /^Sale window of Late Entry/ })
  await userEvent.click(getButton())
  fireEvent.change(await screen.findByLabelText('Until'), { target: { value: '2030-12-07' } })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText('Until')).toBeNull())
  const row = screen.getByRole('group', { name: 'Late Entry' })
  expect(within(row).getByRole('alert').textContent).toContain('Not saved. Sales would end after the event.')
  expect(onSaving).toHaveBeenLastCalledWith({ part: 'tickets', state: 'refused' })

  await userEvent.click(getButton())
  fireEvent.change(await screen.findByLabelText('Until'), { target: { value: '2030-12-04' } })
  expect(within(row).queryByRole('alert')).toBeNull()
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]?.[1]).toMatchObject({ changes: { saleEndsAt: '2030-12-04T23:00:00.000Z' } })
})

test('typing in a saved sale window saves nothing until the field loses focus', async () => {
  const { saved } = await show(
    createFourTypes().map((type) => ({ ...type, saleStartsAt: '2030-11-01T10:00:00Z', saleEndsAt: null })),
  )
  await userEvent.click(screen.getByRole('button', { name: /^Sale window of Late Entry/ }))
  const from = await screen.findByLabelText('From')
  // The browser reports an empty value while one part of the date is missing.
  for (const [key, value] of [
    ['Backspace', ''],
    ['1', '2030-01-01'],
    ['2', '2030-12-01'],
  ] as const) {
    fireEvent.keyDown(from, { key })
    fireEvent.change(from, { target: { value } })
  }
  expect(saved()).toEqual([])
  fireEvent.blur(from)
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]?.[1]).toMatchObject({ changes: { saleStartsAt: '2030-12-01T10:00:00.000Z' } })
})

test('a time that is entered first waits for its date', async () => {
  const { saved } = await show()
  await userEvent.click(screen.getByRole('button', { name: /^Sale window of Late Entry/ }))
  const from = await screen.findByLabelText('From')
  fireEvent.change(screen.getByLabelText('From, time'), { target: { value: '18:30' } })
  expect(getFieldText(from)).toContain('Not saved. Choose a date, too.')
  fireEvent.change(from, { target: { value: '2030-12-01' } })
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]?.[1]).toMatchObject({ changes: { saleStartsAt: '2030-12-01T18:30:00.000Z' } })
})

test('both ends of a sale window name the event’s time zone', async () => {
  const saleStartsAt = '2030-11-01T10:00:00Z'
  await show(createFourTypes().map((type) => ({ ...type, saleStartsAt, saleEndsAt: null })))
  await userEvent.click(screen.getByRole('button', { name: /^Sale window of Late Entry/ }))
  expect(getFieldText(await screen.findByLabelText('From'))).toBe('London time')
  expect(getFieldText(screen.getByLabelText('Until'))).toBe(
    'On sale until the event starts: Thu 5 Dec, 23:00, London time.',
  )
})

test('the section shows when all sale windows have ended', async () => {
  const ended = createFourTypes().map((type) => ({ ...type, saleEndsAt: '2020-11-01T22:00:00Z' }))
  await show(ended)
  expect(screen.getByText('All sale windows have ended.')).toBeTruthy()
})
