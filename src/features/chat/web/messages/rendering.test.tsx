// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearPage, preparePage, createMessage, show } from './testing-conversation'

const drawn = vi.hoisted(() => vi.fn<(at: string) => void>())
// Each group and each message renders a time.
vi.mock('./message-time', () => ({
  MessageTime: ({ at }: { at: string }) => {
    drawn(at)
    return null
  },
}))

beforeEach(preparePage)
afterEach(clearPage)

test('neither a new message nor typing renders earlier messages again', async () => {
  const [one, two, three] = ['Temi Adeyemi', 'Juno Okafor', 'Temi Adeyemi'].map((name) =>
    createMessage(name, `by ${name}`),
  )
  if (!one || !two || !three) throw new Error('somebody was silent')
  const { comes } = show([one, two, three])
  await screen.findByText('by Juno Okafor')
  drawn.mockClear()
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'well' } })
  expect(drawn).not.toHaveBeenCalled()
  act(() => comes(createMessage('Juno Okafor', 'new')))
  await screen.findByText('new')
  expect(drawn).toHaveBeenCalled()
  // The third message isn't checked: it was the one that Tab reaches, which is now the new message.
  const again = drawn.mock.calls.filter(([at]) => at === one.createdAt || at === two.createdAt)
  expect(again).toEqual([])
})
