// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roomNamed } from '../rooms/testing-rooms'
import MessageMenu from './message-menu'
import type { MessageOverlay } from './message-overlay'
import { clearPage, meId, preparePage, createMessage } from './testing-conversation'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  preparePage()
})
afterEach(() => {
  clearPage()
  vi.useRealTimers()
})

const room = roomNamed('Deep end')
const message = createMessage('Mara Voss', 'mine')

/** Unlike in the list, the button that opened the menu stays. */
function Menu() {
  const more = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<MessageOverlay>()
  const open = () => more.current && setOpened({ kind: 'menu', message, anchor: more.current })
  return (
    <>
      <button ref={more} onClick={open}>
        More
      </button>
      {opened?.kind === 'menu' && (
        <MessageMenu {...{ message, room, meId, anchor: opened.anchor, onOpen: setOpened }} />
      )}
      {opened?.kind === 'edit' && <textarea autoFocus aria-label="Your message" />}
    </>
  )
}

async function choose(name: string) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Menu />
    </QueryClientProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  // Focus returns a moment after the menu closes.
  await act(() => vi.advanceTimersByTimeAsync(1000))
  return document.activeElement
}

test('editing a message moves the focus to its field and keeps it there after the menu closes', async () => {
  expect(await choose('Edit')).toBe(await screen.findByRole('textbox', { name: 'Your message' }))
})

test('after an action without a field or dialog, focus returns to the menu button', async () => {
  expect(await choose('Copy text')).toBe(screen.getByRole('button', { name: 'More' }))
})
