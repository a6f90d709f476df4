// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { CancelPendingSignIn } from './cancel-pending-sign-in'
import { meQuery } from './queries'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'

afterEach(clearParts)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('A-08 Back during two-step verification cancels the pending session and keeps the destination', async () => {
  const { asked } = fakeServer({ leavePending: () => ({}), me: () => null })
  const { queryClient } = await renderPart(<CancelPendingSignIn next="/events/7" />)
  queryClient.setQueryData(['something'], 'read half way in')
  await press('Back')
  await waitFor(() => expect(queryClient.getQueryData(['something'])).toBeUndefined())
  expect(asked).toEqual([
    ['leavePending', undefined],
    ['me', undefined],
  ])
})

test("A-08 Back in an old tab doesn't end a session that was completed elsewhere, and continues to it", async () => {
  const { asked } = fakeServer({ leavePending: () => ({}), me: () => juno })
  const { queryClient, path } = await renderPart(<CancelPendingSignIn next="/events/7" />)
  await press('Back')
  expect(await path()).toBe('/events/7')
  expect(queryClient.getQueryData(meQuery().queryKey)).toEqual(juno)
  expect(asked.map(([name]) => name)).not.toContain('signOut')
})
