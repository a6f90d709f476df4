// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { meQuery } from './queries'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'
import { useSignOut } from './use-sign-out'

afterEach(clearParts)

function Button() {
  const { signOut, isSigningOut } = useSignOut()
  return (
    <button type="button" onClick={signOut} disabled={isSigningOut}>
      Sign Out
    </button>
  )
}

test('N-03 signing out shows a message, clears all data and goes to the landing page', async () => {
  fakeServer({ signOut: () => ({}) })
  const { queryClient, path } = await renderPart(<Button />)
  queryClient.setQueryData(meQuery().queryKey, juno)
  queryClient.setQueryData(['tickets', 'mine'], ['a ticket'])
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Signed out successfully')).toBeTruthy()
  expect(await path()).toBe('/')
  expect(queryClient.getQueryData(meQuery().queryKey)).toBeNull()
  expect(queryClient.getQueryData(['tickets', 'mine'])).toBeUndefined()
})

test('N-03 data for signed-in people is not refetched after signing out', async () => {
  fakeServer({ signOut: () => ({}) })
  let reads = 0
  // Rerenders at every navigation, like the notification bell in the navigation bar.
  function Mine() {
    useRouterState({ select: ({ location }) => location.pathname })
    const { data } = useQuery({
      queryKey: ['mine'],
      queryFn: () => `read ${(reads += 1)}`,
      staleTime: Infinity,
    })
    return <p>{data}</p>
  }
  function Frame() {
    const { data: me } = useQuery({ ...meQuery(), queryFn: () => juno, staleTime: Infinity })
    return (
      <>
        {me && <Mine />}
        <Button />
      </>
    )
  }
  const { path } = await renderPart(<Frame />)
  expect(await screen.findByText('read 1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(await path()).toBe('/')
  expect(reads).toBe(1)
})

test('N-03 pending reads are canceled before the session ends', async () => {
  let isCancelled = false
  fakeServer({ signOut: () => (expect(isCancelled).toBe(true), {}) })
  function Slow() {
    useQuery({
      queryKey: ['slow'],
      queryFn: ({ signal }) =>
        new Promise(() => signal.addEventListener('abort', () => (isCancelled = true), { once: true })),
    })
    return <Button />
  }
  await renderPart(<Slow />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Signed out successfully')).toBeTruthy()
})

test('a failure to sign out shows an error and keeps the person signed in', async () => {
  fakeServer({
    signOut: () => {
      throw new TypeError('fetch failed')
    },
  })
  const { queryClient } = await renderPart(<Button />)
  queryClient.setQueryData(meQuery().queryKey, juno)
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(queryClient.getQueryData(meQuery().queryKey)?.email).toBe(juno.email)
})
