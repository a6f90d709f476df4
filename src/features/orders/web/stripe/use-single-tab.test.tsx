// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSingleTab } from './use-single-tab'

const openTab = (orderId = 'order-1') => renderHook(() => useSingleTab(orderId)).result

test('the newest tab finds out that an older one shows the same order', async () => {
  const openedAt = Date.now()
  const first = openTab()
  const second = openTab()
  await waitFor(() => expect(second.current.openSince).toBeGreaterThanOrEqual(openedAt))
  expect(first.current.openSince).toBeUndefined()
})

test('the tab that takes over pays, and the other one stops and can take over in turn', async () => {
  const first = openTab()
  const second = openTab()
  await waitFor(() => expect(second.current.openSince).toBeDefined())
  act(() => second.current.takeOver())
  expect(second.current.openSince).toBeUndefined()
  await waitFor(() => expect(first.current.openSince).toBeDefined())
  act(() => first.current.takeOver())
  expect(first.current.openSince).toBeUndefined()
  await waitFor(() => expect(second.current.openSince).toBeDefined())
})

test('only the tab that pays responds to a third tab', async () => {
  const first = openTab()
  const second = openTab()
  await waitFor(() => expect(second.current.openSince).toBeDefined())
  const third = openTab()
  await waitFor(() => expect(third.current.openSince).toBeDefined())
  expect(first.current.openSince).toBeUndefined()
})

test('tabs with different orders do not disturb each other', async () => {
  const other = openTab('order-2')
  const first = openTab()
  const second = openTab()
  await waitFor(() => expect(second.current.openSince).toBeDefined())
  expect(first.current.openSince).toBeUndefined()
  expect(other.current.openSince).toBeUndefined()
})

test('a tab that was closed no longer counts', async () => {
  const first = renderHook(() => useSingleTab('order-1'))
  const second = openTab()
  await waitFor(() => expect(second.current.openSince).toBeDefined())
  first.unmount()
  const third = openTab()
  const fourth = openTab()
  await waitFor(() => expect(fourth.current.openSince).toBeDefined())
  expect(third.current.openSince).toBeUndefined()
})
