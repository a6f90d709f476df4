// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePhoneFocus } from './use-phone-focus'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Screen({ roomId }: { roomId: string | undefined }) {
  const screenRef = useRef<HTMLDivElement>(null)
  usePhoneFocus(screenRef, roomId)
  return (
    <div ref={screenRef} tabIndex={-1} data-testid="screen">
      <nav>
        <a href="/dashboard/chat/room-1">Deep end</a>
        <a href="/dashboard/chat/room-2?q=gear">Gear swap</a>
      </nav>
    </div>
  )
}

const onPhone = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

test('on a phone, the focus moves into the room and back to its link in the list', () => {
  onPhone(true)
  const { rerender } = render(<Screen roomId={undefined} />)
  expect(document.activeElement).toBe(document.body)
  rerender(<Screen roomId="room-2" />)
  expect(document.activeElement).toBe(screen.getByTestId('screen'))
  rerender(<Screen roomId={undefined} />)
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Gear swap' }))
})

test('on a wide screen, the focus stays on the link in the list', () => {
  onPhone(false)
  const { rerender } = render(<Screen roomId={undefined} />)
  screen.getByRole('link', { name: 'Deep end' }).focus()
  rerender(<Screen roomId="room-1" />)
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Deep end' }))
})
