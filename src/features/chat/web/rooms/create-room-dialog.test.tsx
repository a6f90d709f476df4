// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RoomsPane } from './rooms-pane'
import { clearParts, fakeChat, listenToToasts, refuse, renderPart } from './testing-rooms'

let said: string[]
let made: unknown[]
let answer: () => unknown
const onCreated = vi.fn()

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  said = listenToToasts()
  made = []
  answer = () => ({ id: 'new-room' })
  onCreated.mockReset()
  fakeChat({
    'rooms.list': () => ({ rooms: [], seq: 1 }),
    'rooms.create': (input) => {
      made.push(input)
      return answer()
    },
  })
})
afterEach(clearParts)

async function openDialog() {
  await renderPart(
    <RoomsPane
      q={undefined}
      onSearchChange={() => undefined}
      currentRoomId={undefined}
      onCreated={onCreated}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Create New Chat Room' }))
  return screen.findByRole('dialog', { name: 'Create New Chat Room' })
}
const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
const create = () => screen.getByRole('button', { name: /^(Create|Creating)/ })

test('CH-02 a room requires a name; the description is optional, and the new room opens', async () => {
  await openDialog()
  expect(create().hasAttribute('disabled')).toBe(true)
  await userEvent.type(field(/^Room name/), '   ')
  expect(create().hasAttribute('disabled')).toBe(true)
  await userEvent.type(field(/^Room name/), 'Gear swap ')
  await userEvent.click(create())
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('new-room'))
  expect(made).toEqual([
    { name: 'Gear swap', description: null, roomType: 'public', genre: null, joinBy: 'invitation' },
  ])
  expect(said).toEqual(['success: Room created successfully!'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('CH-02 only genre rooms have a genre, and lengths are limited', async () => {
  await openDialog()
  await userEvent.type(field(/^Room name/), 'x'.repeat(60))
  expect(field(/^Room name/)).toHaveProperty('value', 'x'.repeat(50))
  expect(screen.getByText('50 / 50')).toBeTruthy()
  expect(field(/^Description/).getAttribute('maxlength')).toBe('200')
  expect(screen.queryByRole('textbox', { name: 'Genre' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Genre' }))
  expect(field(/^Genre/).getAttribute('maxlength')).toBe('30')
  await userEvent.click(create())
  screen.getByRole('textbox', { name: /^Genre/, description: /Enter a genre\./ })
  expect(made).toEqual([])
  await userEvent.type(field(/^Genre/), 'Dub')
  await userEvent.click(create())
  await waitFor(() => expect(made).toHaveLength(1))
  expect(made[0]).toMatchObject({ roomType: 'genre', genre: 'Dub' })
})

test('CH-02 a private room asks how people join; a previously typed genre is not sent', async () => {
  await openDialog()
  await userEvent.type(field(/^Room name/), 'After hours')
  await userEvent.click(screen.getByRole('radio', { name: 'Genre' }))
  await userEvent.type(field(/^Genre/), 'Dub')
  await userEvent.click(screen.getByRole('radio', { name: 'Private' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How people join' }), 'On request')
  await userEvent.click(create())
  await waitFor(() => expect(made).toHaveLength(1))
  expect(made[0]).toMatchObject({ roomType: 'private', genre: null, joinBy: 'request' })
})

test('CH-02 a failure or closing the dialog keeps the input; a double click creates one room', async () => {
  const { promise, reject } = Promise.withResolvers<unknown>()
  answer = () => promise
  await openDialog()
  await userEvent.type(field(/^Room name/), 'Gear swap')
  await userEvent.click(create())
  expect(create().getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(create())
  try {
    refuse('INTERNAL')
  } catch (error) {
    reject(error)
  }
  await waitFor(() => expect(said).toEqual(['error: Failed to create room']))
  expect(made).toHaveLength(1)
  expect(onCreated).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Create New Chat Room' }))
  expect(await screen.findByRole('textbox', { name: /^Room name/ })).toHaveProperty('value', 'Gear swap')
})
