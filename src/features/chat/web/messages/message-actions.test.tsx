// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listenToToasts } from '../rooms/testing-rooms'
import { clearPage, preparePage, createMessage, show } from './testing-conversation'

// Load the menu before the tests: on a busy machine, loading it takes longer than a test waits for it.
beforeAll(async () => {
  await Promise.all([
    import('./message-menu'),
    import('./delete-message-dialog'),
    import('../report/report-dialog'),
    import('../moderation/actions/hide-message-dialog'),
    import('../moderation/actions/mute-dialog'),
  ])
})
beforeEach(preparePage)
afterEach(clearPage)

const openMenu = async (whose: string) =>
  userEvent.click(await screen.findByRole('button', { name: `More about ${whose}` }))
const items = async () => {
  await screen.findByRole('menu')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}
const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }))
const composer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

test('own messages can be edited, copied and deleted', async () => {
  show([createMessage('Mara Voss', 'mine')])
  await openMenu('your message')
  expect(await items()).toEqual(['Edit', 'Copy text', 'Delete'])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More about your message' }))
})

test('messages of others can be copied and reported, and their author viewed and hidden', async () => {
  show([createMessage('Temi Adeyemi', 'theirs')])
  await openMenu('the message of Temi Adeyemi')
  expect(await items()).toEqual(['Copy text', 'About Temi Adeyemi', 'Report…', 'Hide their messages'])
  await choose('Report…')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('people who moderate the room can also hide, mute and ban', async () => {
  show([createMessage('Temi Adeyemi', 'theirs', { isHidden: true })], { canModerate: true })
  await openMenu('the message of Temi Adeyemi')
  expect((await items()).slice(-3)).toEqual(['Show again', 'Mute', 'Ban'])
})

test("a deleted account can't be reported or muted", async () => {
  show([createMessage(null, 'from somebody')], { canModerate: true })
  await openMenu('the message of Anonymous')
  expect(await items()).toEqual(['Copy text', 'Hide message'])
})

test('a message is edited in place; an unchanged or empty text is not sent', async () => {
  const own = createMessage('Mara Voss', 'Doors 22:00')
  const { asked } = show(
    [own],
    {},
    {
      edit: ({ content }: { content: string }) => ({ ...own, content, isEdited: true }),
    },
  )
  await openMenu('your message')
  await choose('Edit')
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.clear(field)
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  await userEvent.type(field, 'Doors 23:00{Enter}')
  expect(await screen.findByText('(edited)')).toBeTruthy()
  expect(asked.filter(([name]) => name === 'edit')).toEqual([
    ['edit', { messageId: own.id, content: 'Doors 23:00' }],
  ])
  await waitFor(async () => expect(document.activeElement).toBe(await composer()))
})

test('Arrow up in the empty field edits the last own message, and Escape cancels', async () => {
  const { asked } = show([
    createMessage('Mara Voss', 'earlier'),
    createMessage('Mara Voss', 'last'),
    createMessage('Temi Adeyemi', 'hers'),
  ])
  await userEvent.click(await composer())
  await userEvent.keyboard('{ArrowUp}')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })).value).toBe(
    'last',
  )
  await userEvent.keyboard(' of all{Escape}')
  expect(screen.getByText('last')).toBeTruthy()
  expect(asked.some(([name]) => name === 'edit')).toBe(false)
  await waitFor(async () => expect(document.activeElement).toBe(await composer()))
  await userEvent.type(await composer(), 'x{ArrowUp}')
  expect(screen.queryByRole('textbox', { name: 'Your message' })).toBeNull()
  await userEvent.clear(await composer())
})

test('a refused edit stays in its field and shows why', async () => {
  const toasts = listenToToasts()
  show(
    [createMessage('Mara Voss', 'old')],
    {},
    {
      edit: () => {
        throw new ORPCError('ARCHIVED', { message: 'This room is archived. You can’t write here.' })
      },
    },
  )
  await userEvent.type(await composer(), '{ArrowUp}')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your message' }), ' and new{Enter}')
  await waitFor(() => expect(toasts).toEqual(['error: This room is archived. You can’t write here.']))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' }).value).toBe('old and new')
})

test('deleting asks for confirmation; on failure it shows the error and keeps the message', async () => {
  const toasts = listenToToasts()
  let fails = true
  show(
    [createMessage('Mara Voss', 'regretted')],
    {},
    {
      remove: () => {
        if (fails) throw new ORPCError('INTERNAL', { message: 'Something went wrong. Try again.' })
        return {}
      },
    },
  )
  await openMenu('your message')
  await choose('Delete')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this message?' })
  expect(within(dialog).getByText('regretted')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toasts).toEqual(['error: Something went wrong. Try again.']))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByText('regretted')).toBeTruthy()
  fails = false
  await openMenu('your message')
  await choose('Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No messages yet. Start the conversation!')).toBeTruthy()
})

test("a long press opens a message's menu, a moving finger does not", async () => {
  show([createMessage('Temi Adeyemi', 'theirs')])
  const text = await screen.findByText('theirs')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const touch = { pointerType: 'touch', isPrimary: true, clientX: 10, clientY: 10 }
  fireEvent.pointerDown(text, touch)
  fireEvent.pointerMove(text, { ...touch, clientY: 40 })
  vi.advanceTimersByTime(1000)
  fireEvent.pointerDown(text, { ...touch, pointerType: 'mouse' })
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  expect(screen.queryByRole('menu')).toBeNull()
  fireEvent.pointerDown(text, touch)
  expect(await screen.findByRole('menu')).toBeTruthy()
  expect(fireEvent.touchEnd(text)).toBe(false)
})
