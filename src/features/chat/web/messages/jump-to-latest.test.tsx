// @vitest-environment jsdom
import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearPage, meId, preparePage, createMessage, show } from './testing-conversation'
import { useNewCount } from './message-list'

beforeEach(preparePage)
afterEach(clearPage)

/** Scrolls the list. It is reversed, so `scrollTop` is 0 at its end and negative above. */
function scrollTo(list: HTMLElement, scrollTop: number): void {
  list.scrollTop = scrollTop
  fireEvent.scroll(list)
}

test('CH-07 at 50 px or more above the end, offers to jump to the latest message and counts new ones', async () => {
  const { comes } = show([createMessage('Temi Adeyemi', 'one'), createMessage('Temi Adeyemi', 'two')])
  const list = await screen.findByRole('log')
  scrollTo(list, -49)
  expect(screen.queryByRole('button', { name: /^Jump to latest/ })).toBeNull()
  scrollTo(list, -50)
  expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeTruthy()
  act(() => comes(createMessage('Juno Okafor', 'three')))
  act(() => comes(createMessage('Mara Voss', 'from my phone')))
  fireEvent.click(await screen.findByRole('button', { name: 'Jump to latest, 1 new message' }))
  expect(list.scrollTop).toBe(0)
  expect(screen.queryByRole('button', { name: /^Jump to latest/ })).toBeNull()
})

test('CH-07 near the end, the list follows new messages', async () => {
  const { comes } = show([createMessage('Temi Adeyemi', 'one')])
  const list = await screen.findByRole('log')
  scrollTo(list, -40)
  act(() => comes(createMessage('Juno Okafor', 'two')))
  await screen.findByText('two')
  expect(list.scrollTop).toBe(0)
})

test('CH-07 a room that opened empty keeps its position, and counts new messages', async () => {
  const { comes } = show([])
  await screen.findByText('No messages yet. Start the conversation!')
  act(() => comes(createMessage('Temi Adeyemi', 'the first')))
  const list = await screen.findByRole('log')
  scrollTo(list, -300)
  expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeTruthy()
  act(() => comes(createMessage('Juno Okafor', 'the second')))
  await screen.findByRole('button', { name: 'Jump to latest, 1 new message' })
  expect(list.scrollTop).toBe(-300)
})

test('counts unseen messages by others, without hidden ones and those of hidden people', () => {
  const before = [createMessage('Temi Adeyemi', 'seen')]
  const after = [
    createMessage('Mara Voss', 'mine'),
    createMessage('Juno Okafor', 'folded'),
    createMessage('Temi Adeyemi', '', { isHidden: true, content: null }),
    createMessage('Temi Adeyemi', 'new'),
    createMessage(null, 'new too'),
  ]
  const hiddenPeople = new Set(['id-Juno Okafor'])
  const { result, rerender } = renderHook(useNewCount, {
    initialProps: { messages: before, meId, hiddenPeople, isAtEnd: true },
  })
  rerender({ messages: before, meId, hiddenPeople, isAtEnd: false })
  expect(result.current).toBe(0)
  rerender({ messages: [...before, ...after], meId, hiddenPeople, isAtEnd: false })
  expect(result.current).toBe(2)
  rerender({ messages: [...before, ...after], meId, hiddenPeople, isAtEnd: true })
  rerender({ messages: [...before, ...after], meId, hiddenPeople, isAtEnd: false })
  expect(result.current).toBe(0)
})
