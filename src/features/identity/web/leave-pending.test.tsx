// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { LeavePending } from './leave-pending'
import { meQuery } from './queries'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'

afterEach(clearParts)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('A-08 back ends the half of a session, and keeps where one was going', async () => {
  const { asked } = fakeServer({ leavePending: () => ({}), me: () => null })
  const { queryClient } = await renderPart(<LeavePending next="/events/7" />)
  queryClient.setQueryData(['something'], 'read half way in')
  await press('Back')
  await vi.waitFor(() => expect(queryClient.getQueryData(['something'])).toBeUndefined())
  expect(asked).toEqual([
    ['leavePending', undefined],
    ['me', undefined],
  ])
})

test('A-08 back in a tab that was left open signs nobody out who is in by now, and goes on to where they are', async () => {
  const { asked } = fakeServer({ leavePending: () => ({}), me: () => juno })
  const { queryClient, path } = await renderPart(<LeavePending next="/events/7" />)
  await press('Back')
  expect(await path()).toBe('/events/7')
  expect(queryClient.getQueryData(meQuery().queryKey)).toEqual(juno)
  expect(asked.map(([name]) => name)).not.toContain('signOut')
})
