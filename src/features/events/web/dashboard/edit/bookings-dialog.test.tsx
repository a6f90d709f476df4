// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { clearEditor, createDraft, fakeEditServer, renderEditor } from './testing-edit'

afterEach(clearEditor)

test('says which confirmed bookings can’t be added to an event in another currency', async () => {
  const draft = createDraft({ currency: 'EUR' })
  fakeEditServer(draft, {
    'dashboard.bookings': () => ({ bookings: [], otherCurrencies: ['USD', 'JPY'] }),
  })
  await renderEditor(draft)
  await userEvent.click(await screen.findByRole('button', { name: 'From a confirmed booking' }))
  const dialog = await screen.findByRole('dialog', { name: 'From a confirmed booking' })
  expect(
    await within(dialog).findByText(
      'Your bookings in USD, JPY can’t be added, because this event sells in EUR.',
    ),
  ).toBeTruthy()
  expect(within(dialog).queryByText(/^None of your confirmed bookings/)).toBeNull()
})
