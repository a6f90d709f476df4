// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import { clearParts, renderPart } from '../testing-parts'
import { describeLoss, SampleData, describeSample, useSampleDescription } from './sample-data'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

function Section() {
  return (
    <>
      <p>{useSampleDescription()}</p>
      <SampleData />
    </>
  )
}
const show = () =>
  renderPart(
    <Suspense>
      <Section />
    </Suspense>,
  )
const nothing = { events: 0, people: 0, realTickets: 0, realBookings: 0 }

test.each([
  [{ ...nothing, events: 48, people: 60 }, '48 events and 60 sample people.', undefined],
  [
    { ...nothing, events: 1, people: 1, realTickets: 1 },
    '1 event and 1 sample person.',
    /^This also removes 1 ticket of real people for sample events/,
  ],
  [
    { ...nothing, people: 2, realTickets: 3, realBookings: 2 },
    '0 events and 2 sample people.',
    /^This also removes 3 tickets and 2 bookings of real people/,
  ],
  [nothing, 'No sample data.', undefined],
])('describes the sample data of %o', (counts, text, loss) => {
  expect(describeSample(counts)).toBe(text)
  if (loss) expect(describeLoss(counts)).toMatch(loss)
  else expect(describeLoss(counts)).toBeUndefined()
})

test('AD-04 removes the sample data after listing what real people would lose and checking the password', async () => {
  let left = { events: 48, people: 60, realTickets: 2, realBookings: 0 }
  const calls = fakeServer({
    counts: () => left,
    remove: () => {
      left = nothing
      return { events: 48, people: 60 }
    },
  })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the sample data' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the sample data?' }))
  dialog.getByText(/^This also removes 2 tickets of real people/)
  dialog.getByText(/Admin accounts stay/)
  await userEvent.click(dialog.getByRole('button', { name: 'Remove permanently' }))
  dialog.getByText('Enter your password.')
  expect(calls.filter(([call]) => call === 'remove')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Your password'), 'slipped-halves{Enter}')
  await screen.findByText('Sample data removed')
  await screen.findByText('No sample data.')
  expect(screen.queryByRole('button', { name: 'Remove the sample data' })).toBeNull()
  expect(calls).toContainEqual(['remove', { password: 'slipped-halves' }])
})
