// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button'
import { ThemeProvider } from './theme-context'
import { notify } from './toast'
import { Toaster } from './toaster'

beforeEach(() => {
  render(
    <ThemeProvider initial="dark">
      <Toaster />
    </ThemeProvider>,
  )
})
afterEach(() => {
  act(() => notify.dismiss())
  vi.useRealTimers()
  cleanup()
})

describe('notify', () => {
  it('shows a success as status and removes it after 5 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => notify.success('Connection accepted!'))
    expect((await screen.findByText('Connection accepted!')).closest('[role=status]')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(4_500))
    expect(screen.queryByText('Connection accepted!')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.queryByText('Connection accepted!')).toBeNull()
  })

  it('shows an error as alert until it is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => notify.error('Please select at least one member type'))
    expect((await screen.findByRole('alert')).textContent).toBe('Please select at least one member type')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryByRole('alert')).not.toBeNull()
    vi.useRealTimers()
    const user = userEvent.setup()
    screen.getByRole('button', { name: 'Close' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('shows the reason on a second line', async () => {
    act(() => notify.error('Failed to delete user', { detail: 'The last admin cannot be deleted.' }))
    const reason = await screen.findByText('The last admin cannot be deleted.')
    expect(reason.closest('[role=alert]')?.textContent).toContain('Failed to delete user')
  })

  it('replaces a toast about the same subject, and dismisses only that one', async () => {
    act(() => notify.error('Failed to join room'))
    for (let time = 0; time < 2; time += 1)
      act(() => notify.error('Failed to send message', { about: 'outbox' }))
    expect(await screen.findAllByText('Failed to send message')).toHaveLength(1)
    act(() => notify.dismiss('outbox'))
    await waitFor(() => expect(screen.queryByText('Failed to send message')).toBeNull())
    expect(screen.getByRole('alert').textContent).toBe('Failed to join room')
  })

  it('pauses while its action has focus, and runs the action once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const undo = vi.fn<() => void>()
    act(() => notify.info('User unverified', { action: { label: 'Undo', onClick: undo } }))
    const button = await screen.findByRole('button', { name: 'Undo' })
    act(() => button.focus())
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.queryByText('User unverified')).not.toBeNull()
    vi.useRealTimers()
    const user = userEvent.setup()
    screen.getByRole('button', { name: 'Undo' }).focus()
    await user.keyboard('{Enter}')
    expect(undo).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByText('User unverified')).toBeNull())
  })
})

it('CopyButton copies and confirms it', async () => {
  const user = userEvent.setup()
  render(<CopyButton value="K7Q2XM0R" label="Copy code" />)
  screen.getByRole('button', { name: 'Copy code' }).focus()
  await user.keyboard('{Enter}')
  expect(await navigator.clipboard.readText()).toBe('K7Q2XM0R')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
})
