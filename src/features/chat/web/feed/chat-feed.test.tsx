// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '../../contract-shapes'
import { clearParts, fakeChat, refuse, renderPart } from '../rooms/testing-rooms'
import { ChatFeed } from './chat-feed'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T21:06:00Z') })
})
afterEach(() => {
  clearParts()
  vi.useRealTimers()
})

const said = (part: Partial<FeedMessage>): FeedMessage => ({
  id: 'm1',
  roomId: 'r1',
  seq: 7,
  sender: { id: 'temi', name: 'Temi Adeyemi', avatarUrl: null },
  content: 'ID please',
  createdAt: '2026-11-20T21:04:00.000Z',
  isEdited: false,
  isHidden: false,
  clientId: null,
  room: { id: 'r1', name: 'Deep end', genre: 'Deep House' },
  ...part,
})

test('H-02 shows the latest messages with sender and room, each linking to its room, and View All', async () => {
  fakeChat({
    'messages.feed': () => ({
      messages: [said({}), said({ id: 'm2', sender: null, createdAt: '2026-11-20T18:00:00.000Z' })],
      seq: 7,
    }),
  })
  await renderPart(<ChatFeed />)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toBe('TATemi Adeyemi in Deep endID please2m')
  expect(second?.textContent).toBe('AAnonymous in Deep endID please3h')
  expect(
    within(first ?? document.body)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/dashboard/chat/r1')
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/dashboard/chat')
})

test('H-02 a feed that fails to load leaves the rest of the page intact', async () => {
  fakeChat({ 'messages.feed': () => refuse('AWAY') })
  await renderPart(<ChatFeed />)
  expect(await screen.findByText('The messages couldn’t be loaded yet. Trying again.')).toBeTruthy()
  expect(screen.queryByText('No messages yet.')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
