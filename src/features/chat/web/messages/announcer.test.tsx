// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '../../contract-shapes'
import { Announcer } from './announcer'
import { clearPage, meId, preparePage, createMessage, show } from './testing-conversation'
import { describeTyping } from './typing-indicator'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function listen(messages: ChatMessage[]) {
  const part = () => <Announcer messages={messages} meId={meId} hiddenPeople={new Set(['id-Juno Okafor'])} />
  const { container, rerender } = render(part())
  return {
    come: (...more: ChatMessage[]) => {
      messages = [...messages, ...more].toSorted((one, other) => one.seq - other.seq)
      rerender(part())
    },
    change: (changed: ChatMessage) => {
      messages = messages.map((message) => (message.id === changed.id ? changed : message))
      rerender(part())
    },
    words: () => container.querySelector('[aria-live="polite"]')?.textContent,
    pass: (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms))
    },
  }
}

test("announces other people's new messages, but not earlier, own or hidden ones", () => {
  const earlier = createMessage('Temi Adeyemi', 'history')
  const { come, words, pass } = listen([createMessage('Temi Adeyemi', 'old')])
  come(earlier)
  pass(10_000)
  expect(words()).toBe('')
  come(
    createMessage('Mara Voss', 'mine'),
    createMessage('Juno Okafor', 'folded'),
    createMessage('Temi Adeyemi', 'x', { isHidden: true }),
  )
  pass(10_000)
  expect(words()).toBe('')
  come(createMessage('Temi Adeyemi', 'ID please'), createMessage('', 'Seconded'))
  pass(500)
  expect(words()).toBe('Temi Adeyemi: ID please. Anonymous: Seconded')
})

test('announces many messages in one line every few seconds', () => {
  const { come, words, pass } = listen([])
  come(createMessage('Temi Adeyemi', 'first'))
  pass(400)
  for (let count = 0; count < 30; count += 1) {
    come(createMessage('Temi Adeyemi', `more ${count}`))
    pass(100)
  }
  expect(words()).toBe('Temi Adeyemi: first')
  pass(4000)
  expect(words()).toBe('30 new messages, the last one from Temi Adeyemi')
})

test('removes the announced text of a message that is deleted or hidden afterwards', () => {
  const first = createMessage('Temi Adeyemi', 'ID please')
  const second = createMessage('Mara Okafor', 'Seconded')
  const { come, change, words, pass } = listen([])
  come(first)
  pass(500)
  expect(words()).toBe('Temi Adeyemi: ID please')
  come(second)
  change({ ...first, content: null })
  expect(words()).toBe('')
  change({ ...second, isHidden: true })
  pass(5000)
  expect(words()).toBe('')
})

test('announces continuous messages too', () => {
  const { come, words, pass } = listen([])
  for (let count = 0; count < 100; count += 1) {
    come(createMessage('Temi Adeyemi', `more ${count}`))
    pass(50)
  }
  expect(words()).toMatch(/^\d+ new messages, the last one from Temi Adeyemi$/)
})

test('announces the first message of an empty room', async () => {
  vi.useRealTimers()
  preparePage()
  const { comes } = show([])
  await screen.findByText('No messages yet. Start the conversation!')
  act(() => comes(createMessage('Temi Adeyemi', 'Anybody here?')))
  await waitFor(() =>
    expect(document.querySelector('.visually-hidden[aria-live]')?.textContent).toBe(
      'Temi Adeyemi: Anybody here?',
    ),
  )
  clearPage()
})

test('announces people who are typing', () => {
  expect(describeTyping(['Juno Okafor'])).toBe('Juno Okafor is typing…')
  expect(describeTyping(['Juno Okafor', ''])).toBe('Juno Okafor and Anonymous are typing…')
  expect(describeTyping(['a', 'b', 'c'])).toBe('Several people are typing…')
})
