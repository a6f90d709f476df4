// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { NoticeBar } from './notice-bar'

afterEach(() => {
  cleanup()
  document.cookie = 'notice=; Path=/; Max-Age=0'
})
const bar = () => screen.queryByRole('complementary', { name: 'Notice' })

test('shows the bar only when there is a notice', () => {
  const { rerender } = render(<NoticeBar text="Back at 22:00." />)
  expect(bar()?.textContent).toContain('Back at 22:00.')
  rerender(<NoticeBar text="" />)
  expect(bar()).toBeNull()
  rerender(<NoticeBar text="  " />)
  expect(bar()).toBeNull()
})

test('a dismissed notice stays hidden on the next page until its text changes', async () => {
  const { rerender, unmount } = render(<NoticeBar text="Back at 22:00." />)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(bar()).toBeNull()
  rerender(<NoticeBar text="Back at 23:00." />)
  expect(bar()?.textContent).toContain('Back at 23:00.')
  unmount()
  render(<NoticeBar text="Back at 22:00." />)
  expect(bar()).toBeNull()
})

test('escapes the notice, and stores none of its text in the cookie', async () => {
  render(<NoticeBar text={'<b>Tonight</b>; theme=dark'} />)
  expect(bar()?.textContent).toContain('<b>Tonight</b>')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(document.cookie).toMatch(/^notice=[a-z0-9]{1,7}$/)
})
