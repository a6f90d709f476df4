// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearPage, preparePage, createMessage, show } from './testing-conversation'

beforeEach(preparePage)
afterEach(clearPage)

const log = () => screen.findByRole('log', { name: 'Messages' })

test('CH-05 an empty room invites the reader to start', async () => {
  show([])
  expect(await screen.findByText('No messages yet. Start the conversation!')).toBeTruthy()
  expect(screen.getByPlaceholderText('Message Deep end')).toBeTruthy()
})

test("an empty room does not invite people who can't write", async () => {
  const { change } = show([], { writeRestriction: { kind: 'archived' } })
  expect(await screen.findByText('No messages were written here')).toBeTruthy()
  change({ writeRestriction: { kind: 'not_member' } })
  expect(screen.getByText('No messages yet')).toBeTruthy()
})

test('CH-05 CH-06 labels own messages You, others by name and missing names Anonymous; consecutive messages have one header', async () => {
  show([
    createMessage('Temi Adeyemi', 'That record at the end'),
    createMessage('Temi Adeyemi', 'ID please'),
    createMessage('', 'Seconded'),
    createMessage('Mara Voss', 'White label', { isEdited: true }),
  ])
  await log()
  const groups = screen.getAllByRole('article')
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
    'Temi Adeyemi',
    'Anonymous',
    'You',
  ])
  expect(
    within(groups[0] ?? document.body)
      .getAllByRole('paragraph')
      .map((line) => line.textContent),
  ).toContain('ID please')
  expect(groups[2]?.textContent).toContain('White label (edited)')
  expect(groups[2]?.className).toContain('own')
})

test("shows full times in the reader's time zone", async () => {
  show([createMessage('Temi Adeyemi', 'Hello', { createdAt: '2026-11-21T20:41:00.000Z' })])
  await log()
  for (const time of screen.getByRole('article').querySelectorAll('time'))
    expect(time.title).toMatch(/^Sat 21 Nov 2026, /)
})

test('shows the new-messages line before the first new message, and keeps it there', async () => {
  const old = createMessage('Temi Adeyemi', 'read')
  const { comes } = show([old, createMessage('Juno Okafor', 'unread')], { lastReadSeq: old.seq })
  const line = await screen.findByText('New')
  expect(line.compareDocumentPosition(screen.getByText('unread'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(line.compareDocumentPosition(screen.getByText('read'))).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  act(() => comes(createMessage('Juno Okafor', 'more')))
  expect(await screen.findByText('more')).toBeTruthy()
  expect(screen.getAllByText('New')).toHaveLength(1)
})

test('links open without a referrer', async () => {
  show([createMessage('Temi Adeyemi', 'Here: https://loom.example/rain. <b>No</b> javascript:alert(1)')])
  const link = await screen.findByRole('link', { name: 'https://loom.example/rain' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getByText(/<b>No<\/b> javascript:alert/)).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('marks messages hidden by moderators; messages of hidden people are folded until the reader opens them', async () => {
  show(
    [
      createMessage('Temi Adeyemi', '', { isHidden: true, content: null }),
      createMessage('Juno Okafor', 'first'),
      createMessage('Juno Okafor', 'second'),
      createMessage('Temi Adeyemi', 'between'),
      createMessage('Juno Okafor', 'third'),
    ],
    { hiddenPeople: ['id-Juno Okafor'] },
  )
  expect(await screen.findByText('Hidden by a moderator')).toBeTruthy()
  expect(screen.getByText(/^2 messages from a person you hide/)).toBeTruthy()
  const single = screen.getByText(/^1 message from a person you hide/)
  expect(screen.queryByText('third')).toBeNull()
  await userEvent.click(within(single).getByRole('button', { name: 'Show' }))
  expect(screen.getByText('third')).toBeTruthy()
  expect(screen.queryByText('first')).toBeNull()
})

test('retries older messages that fail to load, and marks the beginning of the room', async () => {
  const newest = [createMessage('Temi Adeyemi', 'newest')]
  let fails = true
  const { asked } = show(
    [],
    {},
    {
      list: ({ before }: { before?: number }) => {
        if (before === undefined) return { messages: newest, hasOlder: true, seq: 5 }
        if (fails) throw new TypeError('offline')
        return { messages: [], hasOlder: false, seq: 5 }
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Show older messages' }))
  expect(await screen.findByText('Older messages couldn’t be loaded.')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('This is the beginning of Deep end.')).toBeTruthy()
  const lists = asked.filter(([name]) => name === 'list')
  expect(lists.at(-1)).toEqual(['list', { roomId: 'room-Deep end', before: newest[0]?.seq }])
})

test('retries messages that fail to load', async () => {
  let fails = true
  show(
    [],
    {},
    {
      list: () => {
        if (fails) throw new TypeError('offline')
        return { messages: [createMessage('Temi Adeyemi', 'there')], hasOlder: false, seq: 5 }
      },
    },
  )
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await userEvent.click(again)
  expect(await screen.findByText('there')).toBeTruthy()
})

test('Tab stops at one message, and arrow keys move to the others', async () => {
  show([
    createMessage('Temi Adeyemi', 'one'),
    createMessage('Juno Okafor', 'two'),
    createMessage('Mara Voss', 'three'),
  ])
  await log()
  const buttons = screen.getAllByRole('button', { name: /^More about/ })
  expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  act(() => buttons[2]?.focus())
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(buttons[1])
  expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
  await userEvent.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement).toBe(buttons[0])
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(buttons[2])
})
