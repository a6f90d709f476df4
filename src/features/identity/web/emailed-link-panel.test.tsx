// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { EmailedLinkPanel } from './emailed-link-panel'
import { meQuery } from './queries'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'

afterEach(clearParts)

const token = 'T'.repeat(43)
const link = { token, email: juno.email, change: null, next: '/events/7', onInvalid: () => undefined }
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('A-08 a magic link asks before it signs in, and continues to the destination', async () => {
  const { asked } = fakeServer({
    open: () => ({ outcome: 'signed_in', me: juno, landingPath: '/events/7', email: juno.email }),
  })
  const { path, queryClient } = await renderPart(<EmailedLinkPanel {...link} type="magiclink" me={null} />)
  expect(screen.getByText('Sign in as juno@okafor.example. The link works once.')).toBeTruthy()
  await act(async () => undefined)
  expect(asked).toEqual([])
  await press('Sign In')
  expect(await path()).toBe('/events/7')
  expect(asked).toEqual([['open', { token, type: 'magiclink', next: '/events/7' }]])
  expect(queryClient.getQueryData(meQuery().queryKey)).toEqual(juno)
})

test('A-08 warns a person who is signed in to another account', async () => {
  await renderPart(
    <EmailedLinkPanel
      {...link}
      type="invite"
      me={{ ...juno, fullName: 'Ada', email: 'ada@verboven.example' }}
    />,
  )
  expect(screen.getByRole('heading', { name: 'You’re on the list' })).toBeTruthy()
  expect(screen.getByText('This will sign Ada out in this browser.')).toBeTruthy()
})

test.each([
  [
    { from: juno.email, to: 'new@okafor.example' },
    `The account with ${juno.email} will use new@okafor.example instead.`,
  ],
  [
    { from: null, to: 'new@okafor.example' },
    'An account on this site will use the address new@okafor.example.',
  ],
])('A-07 confirming an email change names the old and the new address: %o', async (change, words) => {
  await renderPart(<EmailedLinkPanel {...link} type="email_change" me={juno} change={change} />)
  expect(screen.getByText(words, { exact: false })).toBeTruthy()
})

test('A-07 after an email change is confirmed at one address, says which other address must confirm it too', async () => {
  fakeServer({
    open: () => ({ outcome: 'half_confirmed', me: juno, landingPath: '/', email: 'old@okafor.example' }),
  })
  await renderPart(<EmailedLinkPanel {...link} type="email_change" me={juno} />)
  await press('Confirm change')
  expect(await screen.findByRole('heading', { name: 'Confirm your other email address too' })).toBe(
    document.activeElement,
  )
  expect(screen.getByText(/We emailed old@okafor\.example, too/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/customer/dashboard')
})

test('A-07 a completed email change is shown immediately', async () => {
  const renamed = { ...juno, email: 'new@okafor.example' }
  fakeServer({
    open: () => ({ outcome: 'email_changed', me: renamed, landingPath: '/', email: renamed.email }),
  })
  const { queryClient } = await renderPart(<EmailedLinkPanel {...link} type="email_change" me={juno} />)
  await press('Confirm change')
  expect(await screen.findByText('Your email address is now new@okafor.example.')).toBeTruthy()
  expect(queryClient.getQueryData(meQuery().queryKey)).toEqual(renamed)
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/customer/dashboard')
})

test.each([
  ['LINK_INVALID', 1],
  ['EMAIL_TAKEN', 0],
])('A-08 a failed link shows the error %s', async (code, deaths) => {
  fakeServer({
    open: () => {
      throw new ORPCError(code, { message: `${code} in words` })
    },
  })
  const onInvalid = vi.fn<() => void>()
  await renderPart(<EmailedLinkPanel {...link} type="email_change" me={null} onInvalid={onInvalid} />)
  await press('Confirm change')
  expect(await screen.findByText(`${code} in words`)).toBeTruthy()
  expect(onInvalid).toHaveBeenCalledTimes(deaths)
})
