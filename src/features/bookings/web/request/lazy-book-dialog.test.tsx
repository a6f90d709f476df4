// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LazyBookDialog } from './lazy-book-dialog'
import { resetRequestPage, renderRequest } from './testing-request'

vi.mock('./book-dialog', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
afterEach(resetRequestPage)

test('P-02 shows a failure to load the dialog and leaves the page unchanged', async () => {
  const onClose = vi.fn()
  await renderRequest(
    <LazyBookDialog
      dj={{
        id: 'mara',
        name: 'Mara Voss',
        stock: 'bone',
        rateCents: null,
        depositPercent: null,
        timezone: 'Europe/Berlin',
      }}
      day={undefined}
      readerId={null}
      onClose={onClose}
      onSignIn={() => undefined}
      onSent={() => undefined}
    />,
  )
  const text = 'We couldn’t reach the server. Check your connection and try again.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
})
