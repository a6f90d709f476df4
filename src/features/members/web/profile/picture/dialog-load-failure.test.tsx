// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { clearParts } from '../../testing-parts'
import { listenToToasts, renderProfile } from '../testing-profile'

vi.mock('./picture-dialog', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
afterEach(clearParts)

test('PR-01 reports that the crop tool did not load, and keeps the form', async () => {
  const { messages } = listenToToasts()
  await renderProfile()
  await userEvent.type(screen.getByLabelText('Location'), ', by the sea')
  const typed = screen.getByLabelText<HTMLInputElement>('Location').value
  await userEvent.click(screen.getByRole('button', { name: 'Change picture' }))
  await waitFor(() =>
    expect(messages).toEqual(['error: We couldn’t reach the server. Check your connection and try again.']),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Location').value).toBe(typed)
  expect(typed).toMatch(/, by the sea$/)
})
