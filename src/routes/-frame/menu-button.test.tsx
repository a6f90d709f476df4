// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { MenuButton } from './menu-button'

vi.mock('./nav-drawer', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('N-01 each press of the menu button reports that the menu failed to load, and leaves the page unchanged', async () => {
  const notified = vi.spyOn(notify, 'error').mockImplementation(() => undefined)
  render(
    <main>
      <input aria-label="Typed" />
      <MenuButton me={null} path="/events" />
    </main>,
  )
  const field = screen.getByLabelText('Typed')
  const menu = screen.getByRole('button', { name: 'Menu' })
  for (const times of [1, 2]) {
    await userEvent.click(menu)
    await waitFor(() => expect(notified).toHaveBeenCalledTimes(times))
    expect(notified).toHaveBeenLastCalledWith(
      'We couldn’t reach the server. Check your connection and try again.',
    )
    await waitFor(() => expect(menu.getAttribute('aria-expanded')).toBe('false'))
  }
  expect(screen.getByLabelText('Typed')).toBe(field)
})
