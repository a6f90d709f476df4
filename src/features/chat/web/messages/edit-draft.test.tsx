// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearPage, preparePage, createMessage, show } from './testing-conversation'

beforeEach(preparePage)
afterEach(clearPage)

const edited = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
const openEdit = async () => {
  await userEvent.click(await screen.findByRole('textbox', { name: 'Message' }))
  await userEvent.keyboard('{ArrowUp}')
  return edited()
}

test('an unfinished edit survives a visit to another room, until it is cancelled', async () => {
  const own = createMessage('Mara Voss', 'Doors 22:00')
  show([own])
  await userEvent.type(await openEdit(), ', or later')
  cleanup()
  show([own])
  expect((await openEdit()).value).toBe('Doors 22:00, or later')
  await userEvent.keyboard('{Escape}')
  expect((await openEdit()).value).toBe('Doors 22:00')
})
