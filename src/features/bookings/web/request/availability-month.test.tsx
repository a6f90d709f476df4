// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import { AvailabilityMonth } from './availability-month'
import { resetRequestPage, getMonth, renderRequest } from './testing-request'

afterEach(resetRequestPage)

async function open(onBook: ((day: string) => void) | undefined = () => undefined, month = '2026-12') {
  await renderRequest(<AvailabilityMonth djId="mara" month={month} note="$1,200 per event" onBook={onBook} />)
}
const findDay = (name: RegExp) => screen.findByRole('button', { name })
const getFocusedDay = () => document.activeElement?.getAttribute('data-day')

test('P-01 free days can be chosen; held and booked days show their state', async () => {
  fakeServer({ availability: getMonth })
  const onBook = vi.fn()
  await open(onBook)
  expect(await screen.findByRole('table', { name: 'December 2026' })).toBeTruthy()
  // The next free day is already chosen.
  expect((await findDay(/^Friday 4 December, available/)).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(await findDay(/^Friday 18 December/))
  expect(screen.getByText('Friday 18 December')).toBeTruthy()
  expect(screen.getByText('$1,200 per event')).toBeTruthy()
  for (const name of ['Saturday 5 December, on hold', 'Friday 11 December, booked', 'Monday 7 December'])
    await userEvent.click(screen.getByRole('button', { name }))
  expect(screen.getByText('Friday 18 December')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Book Now' }))
  expect(onBook).toHaveBeenCalledWith('2026-12-18')
})

test('moves between months, but not before the current one', async () => {
  fakeServer({ availability: getMonth })
  await open()
  await findDay(/^Friday 4 December/)
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(await screen.findByRole('table', { name: 'January 2027' })).toBeTruthy()
  expect(await screen.findByText('Friday 8 January')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Previous month' }))
  await userEvent.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(await screen.findByText(/^No usual day is free in November 2026\./)).toBeTruthy()
  const before = screen.getByRole('button', { name: 'Previous month' })
  await waitFor(() => expect(before.getAttribute('aria-disabled')).toBe('true'))
  await userEvent.click(before)
  expect(screen.getByRole('table', { name: 'November 2026' })).toBeTruthy()
})

test('the month is one tab stop with arrow keys', async () => {
  fakeServer({ availability: getMonth })
  const onBook = vi.fn()
  await open(onBook)
  ;(await findDay(/^Friday 4 December/)).focus()
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(getFocusedDay()).toBe('2026-12-05'))
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(getFocusedDay()).toBe('2026-12-12'))
  await userEvent.keyboard('{Home}')
  await waitFor(() => expect(getFocusedDay()).toBe('2026-12-07'))
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}{ArrowDown}')
  await waitFor(() => expect(getFocusedDay()).toBe('2026-12-18'))
  await userEvent.keyboard('{Enter}{Tab}{Enter}')
  expect(onBook).toHaveBeenCalledWith('2026-12-18')
  ;(await findDay(/^Friday 18 December/)).focus()
  await userEvent.keyboard('{PageDown}')
  await waitFor(() => expect(getFocusedDay()).toBe('2027-01-18'))
  expect(screen.getByRole('table', { name: 'January 2027' })).toBeTruthy()
})

test('moves the focus before the next key press, also across months', async () => {
  fakeServer({ availability: getMonth })
  await open()
  ;(await findDay(/^Friday 4 December/)).focus()
  // Press the keys without waiting: if the focus didn't move immediately, the next key press would be lost.
  for (const [key, to] of [
    ['PageDown', '2027-01-04'],
    ['ArrowUp', '2026-12-28'],
    ['PageDown', '2027-01-28'],
    ['ArrowRight', '2027-01-29'],
  ] as const) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(getFocusedDay()).toBe(to)
  }
})

test('keeps the focus when a month fails to load', async () => {
  fakeServer({ availability: getMonth })
  await open(undefined, '2026-11')
  await screen.findByText(/^No usual day is free in November 2026\./)
  const first = document.querySelector<HTMLElement>('[data-day="2026-11-03"]')
  first?.focus()
  await userEvent.keyboard('{PageUp}')
  expect(getFocusedDay()).toBe('2026-11-03')
  await userEvent.keyboard('{ArrowRight}')
  expect(getFocusedDay()).toBe('2026-11-04')
})

test('offers a DJ no booking on their own page', async () => {
  fakeServer({ availability: getMonth })
  await renderRequest(
    <AvailabilityMonth djId="mara" month="2026-12" note="">
      <p>Your calendar</p>
    </AvailabilityMonth>,
  )
  expect(await findDay(/^Friday 4 December/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Book Now' })).toBeNull()
  expect(screen.getByText('Your calendar')).toBeTruthy()
})

test('shows a failure to load and retries', async () => {
  let isDown = true
  fakeServer({
    availability: (input: { month: string }) => {
      if (isDown) throw new TypeError('fetch failed')
      return getMonth(input)
    },
  })
  await open()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('We couldn’t reach the server. Check your connection and try again.')).toBeTruthy()
  isDown = false
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await findDay(/^Friday 4 December/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
