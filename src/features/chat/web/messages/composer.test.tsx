// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearPage, meId, preparePage, createMessage, show } from './testing-conversation'

beforeEach(preparePage)
afterEach(clearPage)

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const sendButton = () => screen.getByRole('button', { name: 'Send' })
const sent = (asked: readonly [string, unknown][]) => asked.filter(([name]) => name === 'send')
const answerSend = ({ clientId, content }: { clientId: string; content: string }) =>
  createMessage('Mara Voss', content, { clientId })

// Drafts outlive the page, so each test writes in its own room.
let rooms = 0
const open = (values: Parameters<typeof show>[1] = {}, answers: Parameters<typeof show>[2] = {}) => {
  rooms += 1
  return show([], { id: `room-${rooms}`, ...values }, { send: answerSend, ...answers })
}

test('CH-08 Enter sends the trimmed text, clears the field immediately, and sends nothing twice', async () => {
  const { asked } = open()
  await userEvent.type(await field(), '  Is there parking{Shift>}{Enter}{/Shift}for a van  ')
  expect(screen.getByText('26 / 1000')).toBeTruthy()
  await userEvent.keyboard('{Enter}{Enter}')
  expect((await field()).value).toBe('')
  await waitFor(() => expect(sent(asked)).toHaveLength(1))
  expect(sent(asked)[0]?.[1]).toMatchObject({ content: 'Is there parking\nfor a van' })
})

test('CH-08 does not send blank text', async () => {
  const { asked } = open()
  await userEvent.type(await field(), '   {Enter}')
  await userEvent.click(sendButton())
  expect(sendButton().getAttribute('aria-disabled')).toBe('true')
  expect(sent(asked)).toEqual([])
})

test('CH-08 shows how many characters are too many, and does not send', async () => {
  const { asked } = open()
  await userEvent.click(await field())
  await userEvent.paste('🎛️'.repeat(1000))
  expect(screen.getByText('1000 / 1000')).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).toBeNull()
  await userEvent.paste('ab')
  expect(screen.getByText('2 characters too many')).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(sent(asked)).toEqual([])
  await userEvent.keyboard('{Backspace}')
  expect(screen.getByText('1 character too many')).toBeTruthy()
})

test('Enter ends an IME composition without sending', async () => {
  const { asked } = open()
  const text = await field()
  await userEvent.type(text, 'ok')
  fireEvent(text, createEvent.keyDown(text, { key: 'Enter', isComposing: true }))
  fireEvent(text, createEvent.keyDown(text, { key: 'Enter', keyCode: 229 }))
  expect(sent(asked)).toEqual([])
  expect(text.value).toBe('ok')
})

test('on touch screens Enter adds a line and the button sends', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { asked } = open()
  await userEvent.type(await field(), 'one{Enter}two')
  expect((await field()).value).toBe('one\ntwo')
  expect(sent(asked)).toEqual([])
  await userEvent.click(sendButton())
  await waitFor(() => expect(sent(asked)).toHaveLength(1))
})

test('CH-08 a message that waits for the connection keeps its text, which can be retried or discarded', async () => {
  const { asked } = open(
    {},
    {
      send: () => {
        throw new TypeError('offline')
      },
    },
  )
  await userEvent.type(await field(), 'kept{Enter}')
  expect(await screen.findByRole('button', { name: /^Retry/ })).toBeTruthy()
  expect(screen.getByRole('article', { name: 'You' }).textContent).toContain('kept')
  await userEvent.click(screen.getByRole('button', { name: /^Retry/ }))
  await waitFor(() => expect(sent(asked).length).toBeGreaterThan(1))
  const ids = sent(asked).map(([, input]) => (input as { clientId: string }).clientId)
  expect(new Set(ids).size).toBe(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('kept')).toBeNull())
})

test('CH-08 a refused message returns to the field', async () => {
  open(
    {},
    {
      send: () => {
        throw new ORPCError('MUTED', { status: 403, message: 'You are muted.' })
      },
    },
  )
  await userEvent.type(await field(), 'kept{Enter}')
  await waitFor(async () => expect((await field()).value).toBe('kept'))
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('CH-08 asks people who are not members to join', async () => {
  open({ writeRestriction: { kind: 'not_member' }, role: null })
  const closed = await screen.findByPlaceholderText('Join the room to send messages')
  expect(closed.hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})

test('shows a muted person where they are muted, until when and why', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  open({ writeRestriction: { kind: 'muted', until, isEverywhere: true, reason: 'Selling spots.' } })
  expect(await screen.findByPlaceholderText(/^You are muted until \w{3} \d+ \w{3}, \d\d:\d\d$/)).toBeTruthy()
  expect(screen.getByText('By a moderator, in every room: Selling spots.')).toBeTruthy()
})

test('explains an archived room and a closed conversation', async () => {
  open({ writeRestriction: { kind: 'archived' } })
  expect(await screen.findByPlaceholderText('This room is archived. You can’t write here.')).toBeTruthy()
  clearPage()
  open({ writeRestriction: { kind: 'closed' } })
  expect(await screen.findByPlaceholderText('You can’t write to this person.')).toBeTruthy()
})

test('slow mode counts down and blocks sending; the text stays', async () => {
  const roomId = 'room-slow'
  const own = createMessage('Mara Voss', 'just now', { createdAt: new Date().toISOString(), roomId })
  const { asked } = show([own], { id: roomId, slowModeSeconds: 30 }, { send: answerSend })
  expect(await screen.findByText('One message every 30 seconds')).toBeTruthy()
  expect(await screen.findByText(/^You can write again in 0:\d\d$/)).toBeTruthy()
  await userEvent.type(await field(), 'too soon{Enter}')
  expect((await field()).value).toBe('too soon')
  expect(sent(asked)).toEqual([])
})

test('slow mode does not apply to people who moderate the room', async () => {
  const own = createMessage('Mara Voss', 'just now', { createdAt: new Date().toISOString() })
  show([own], { slowModeSeconds: 30, canModerate: true })
  await screen.findByText('just now')
  expect(screen.queryByText(/One message every/)).toBeNull()
  expect(own.sender?.id).toBe(meId)
})
