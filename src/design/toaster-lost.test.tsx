// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ThemeProvider } from './theme-context'
import { notify, toastLoading } from './toast'
import { Toaster } from './toaster'

const lost = vi.fn(() => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('works without toasts when their script fails to load, and shows all of them on the next try', async () => {
  vi.doMock('./toast-region', lost)
  render(
    <ThemeProvider initial="dark">
      <input aria-label="Typed" />
      <Toaster />
    </ThemeProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Typed')
  await userEvent.type(field, 'by the sea')
  act(() => notify.success('Saved'))
  await waitFor(() => expect(lost).toHaveBeenCalledOnce())
  await waitFor(() => expect(toastLoading.get()).toBe(false))
  expect(screen.getByLabelText('Typed')).toBe(field)
  expect(field.value).toBe('by the sea')
  expect(screen.queryByText('Saved')).toBeNull()
  vi.doUnmock('./toast-region')
  act(() => notify.error('That did not work.'))
  expect(await screen.findByText('That did not work.')).toBeTruthy()
  expect(screen.getByText('Saved')).toBeTruthy()
})
