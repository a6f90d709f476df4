// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { clearParts, fakeChat, listenToToasts, refuse, renderPart } from '../rooms/testing-rooms'
import { MessageButton } from './message-button'

afterEach(clearParts)

test('opens the only conversation with that person', async () => {
  const asked = fakeChat({ 'rooms.openDirect': () => ({ id: 'r7' }) })
  await renderPart(<MessageButton personId="p1" name="Juno Okafor" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Message Juno Okafor' }))
  expect(asked).toEqual([['rooms.openDirect', { personId: 'p1' }]])
})

test('shows why opening a conversation failed, and can be pressed again', async () => {
  const said = listenToToasts()
  fakeChat({ 'rooms.openDirect': () => refuse('NOT_CONNECTED') })
  await renderPart(<MessageButton personId="p1" name="Juno Okafor" />)
  const button = await screen.findByRole('button', { name: 'Message Juno Okafor' })
  await userEvent.click(button)
  await expect.poll(() => said).toEqual(['error: Refused: NOT_CONNECTED'])
  expect(button.hasAttribute('disabled')).toBe(false)
})
