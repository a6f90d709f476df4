// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { refusal } from '~tests/support/refusal'
import type { BookingDetail } from '../../contract-shapes'
import { clearParts, confirmed, renderPart, serveBooking } from '../testing-bookings'
import { LowerFeeButton, ProposedFee } from './lower-fee'

afterEach(clearParts)

const createSuggestion = (by: 'you' | 'them'): BookingDetail => ({
  ...confirmed,
  steps: 3,
  proposedFee: { feeCents: 90_000, by },
})
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('sends a lower fee, and keeps the input when the fee is refused', async () => {
  let isRefused = true
  const calls = serveBooking(confirmed, {
    proposeFee: () => {
      if (!isRefused) return createSuggestion('you')
      throw refusal('BAD_FEE', 'Enter less than the agreed fee, but not less than the deposit.')
    },
  })
  await renderPart(<LowerFeeButton booking={confirmed} />)
  await press('Suggest a lower fee')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New fee' })
  await press('Send suggestion')
  await screen.findByText('Enter an amount such as 900.')
  await userEvent.type(field, '900')
  await press('Send suggestion')
  await screen.findByText('Enter less than the agreed fee, but not less than the deposit.')
  expect(field.value).toBe('$900.00')
  isRefused = false
  await press('Send suggestion')
  await screen.findByText('Sent. The fee changes when Sofia Lind accepts.')
  expect(calls.findLast(([name]) => name === 'proposeFee')?.[1]).toEqual({
    id: confirmed.id,
    steps: confirmed.steps,
    feeCents: 90_000,
  })
})

test('the other side accepts or declines a suggestion', async () => {
  const calls = serveBooking(createSuggestion('them'), { respondToFee: () => confirmed })
  await renderPart(<ProposedFee booking={createSuggestion('them')} />)
  await screen.findByText('$900.00')
  screen.getByRole('button', { name: 'Decline' })
  await press('Accept $900.00')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Accept $900.00?' }))
  dialog.getByText('The fee changes from $1,200.00 to $900.00. This can’t be undone.')
  expect(calls).not.toContainEqual(['respondToFee', expect.anything()])
  await userEvent.click(dialog.getByRole('button', { name: 'Accept $900.00' }))
  await screen.findByText('Accepted. The lower fee applies now.')
})

test('the author can only withdraw a suggestion, and can’t make a second one', async () => {
  serveBooking(createSuggestion('you'), { respondToFee: () => confirmed })
  await renderPart(
    <>
      <LowerFeeButton booking={createSuggestion('you')} />
      <ProposedFee booking={createSuggestion('you')} />
    </>,
  )
  await press('Withdraw suggestion')
  await screen.findByText('The agreed fee stays.')
  expect(screen.queryByRole('button', { name: 'Suggest a lower fee' })).toBeNull()
})
