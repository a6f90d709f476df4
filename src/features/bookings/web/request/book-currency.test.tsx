// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import { BookNow } from './book-now'
import { getMonth, renderRequest, resetRequestPage } from './testing-request'

afterEach(resetRequestPage)

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('requests a fee in another currency; the DJ’s rate is in dollars', async () => {
  const calls = fakeServer({ availability: getMonth, request: () => ({ id: 'b', number: 'BK-1' }) })
  await renderRequest(
    <BookNow
      dj={{ id: 'mara', name: 'Mara Voss', stock: 'bone', rateCents: 120_000, depositPercent: 25 }}
      month="2026-12"
      readerId="jonas"
      book="2026-12-18"
      onClose={() => undefined}
      onSignIn={() => undefined}
      onOpenBooking={() => undefined}
    />,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Book Mara Voss' })
  await userEvent.type(getField('Place'), 'Glasgow')
  expect(getField('Currency').value).toBe('USD')
  await userEvent.selectOptions(getField('Currency'), 'EUR, Euro')
  expect(getField('Your fee').value).toBe('')
  await userEvent.type(getField('Your fee'), '1400.50')
  await userEvent.tab()
  expect(getField('Your fee').value).toBe('€1,400.50')
  expect(screen.getByText('25% deposit: €350.13')).toBeTruthy()
  expect(within(dialog).getByText('$1,200')).toBeTruthy()
  await userEvent.selectOptions(getField('Currency'), 'JPY, Japanese Yen')
  expect(getField('Your fee').value).toBe('¥1,401')
  await userEvent.click(screen.getByRole('button', { name: 'Book Now' }))
  await waitFor(() =>
    expect(calls.find(([name]) => name === 'request')?.[1]).toMatchObject({
      currency: 'JPY',
      feeCents: 1401,
    }),
  )
})
