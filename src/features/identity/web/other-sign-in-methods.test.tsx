// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestPasskey } from './request-passkey'
import { leaveSite } from './leave-site'
import { meQuery } from './queries'
import { SignInForm } from './sign-in-form'
import { clearParts, fakeServer, juno, noSignInMethods, renderPart } from './testing-parts'
import type { SignInMethods } from './sign-in-queries'

vi.mock(import('./request-passkey'), () => ({
  requestPasskey: vi.fn<typeof requestPasskey>(),
  cancelPasskeyRequest: () => undefined,
}))
vi.mock(import('./leave-site'), () => ({
  leaveSite: vi.fn<typeof leaveSite>(),
  reloadPage: () => undefined,
}))
const answer = { id: 'key' } as unknown as Awaited<ReturnType<typeof requestPasskey>>
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', {})
  vi.mocked(leaveSite).mockReset()
})
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

async function renderForm(methods: Partial<SignInMethods> = {}) {
  const onEmail = vi.fn<(email: string) => void>()
  const onCode = vi.fn<() => void>()
  const page = await renderPart(
    <SignInForm
      next="/checkout/7"
      methods={{ ...noSignInMethods, ...methods }}
      email=""
      onEmail={onEmail}
      onCode={onCode}
    />,
  )
  return { ...page, onCode, onEmail }
}
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const question = { challengeId: 'c1', options: { challenge: 'xyz' } }

test('A-08 a passkey signs in on a press and keeps the destination', async () => {
  vi.mocked(requestPasskey).mockResolvedValue(answer)
  const { asked } = fakeServer({
    startSignIn: () => question,
    'passkeys.signIn': () => ({ me: juno, landingPath: '/checkout/7' }),
  })
  const { queryClient, path } = await renderForm()
  await press('Passkey')
  expect(await path()).toBe('/checkout/7')
  expect(requestPasskey).toHaveBeenCalledWith(question.options, { isAutofill: false })
  expect(asked).toEqual([
    ['startSignIn', {}],
    ['passkeys.signIn', { challengeId: 'c1', authentication: answer, next: '/checkout/7' }],
  ])
  expect(queryClient.getQueryData(meQuery().queryKey)).toEqual(juno)
})

test("A-08 closing the browser's dialog shows a message and sends nothing", async () => {
  vi.mocked(requestPasskey).mockResolvedValue(undefined)
  const { asked } = fakeServer({ startSignIn: () => question })
  await renderForm()
  await press('Passkey')
  expect(await screen.findByText('No passkey was used. Try again, or sign in another way.')).toBeTruthy()
  expect(asked).toHaveLength(1)
})

test("A-08 doesn't request a passkey from a browser without support", async () => {
  vi.unstubAllGlobals()
  const { asked } = fakeServer({})
  await renderForm()
  await press('Passkey')
  expect(await screen.findByText('This browser doesn’t support passkeys. Sign in another way.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('A-08 the button “One-time code” opens the code screen with the typed text, without sending a code', async () => {
  const { asked } = fakeServer({})
  const { onCode, onEmail } = await renderForm()
  await press('One-time code')
  expect(onCode).toHaveBeenCalledTimes(1)
  expect(onEmail).toHaveBeenLastCalledWith('')
  await userEvent.type(email(), 'juno@okafor')
  await press('One-time code')
  expect(onCode).toHaveBeenCalledTimes(2)
  expect(onEmail).toHaveBeenLastCalledWith('juno@okafor')
  expect(screen.queryByText(/Enter an address/)).toBeNull()
  expect(asked).toEqual([])
})

test('A-08 shows a button for each configured provider; pressing it shows progress and leaves the site', async () => {
  const { asked } = fakeServer({ start: () => ({ url: 'https://accounts.example/go' }) })
  await renderForm({ providers: [{ name: 'google', label: 'Google' }] })
  expect(screen.queryByRole('button', { name: 'Spotify' })).toBeNull()
  await press('Google')
  expect(await screen.findByRole('button', { name: /Leaving/ })).toBeTruthy()
  await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://accounts.example/go'))
  expect(asked).toEqual([['start', { name: 'google', next: '/checkout/7' }]])
  // The browser restores the page from its back/forward cache.
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  expect(await screen.findByRole('button', { name: 'Google' })).toBeTruthy()
})

test('A-08 single sign-on uses the domain of the typed address', async () => {
  const { asked } = fakeServer({
    start: (input) => {
      const { email } = input as { email: string }
      if (email.endsWith('@label.example')) return { url: 'https://sso.label.example/' }
      throw new ORPCError('SSO_UNKNOWN', { message: 'No single sign-on is set up for this address.' })
    },
  })
  await renderForm({ hasSso: true })
  await press('Use single sign-on')
  expect(screen.getByText('Enter your email.')).toBeTruthy()
  expect(document.activeElement).toBe(email())
  await userEvent.type(email(), 'juno@okafor.example')
  await press('Use single sign-on')
  expect(await screen.findByText('No single sign-on is set up for this address.')).toBeTruthy()
  expect(email().getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(email())
  await userEvent.type(email(), 'juno@label.example')
  await press('Use single sign-on')
  await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://sso.label.example/'))
  expect(asked).toHaveLength(2)
})

test('A-08 after “Use single sign-on” asked for the email, Enter starts single sign-on without a password', async () => {
  const { asked } = fakeServer({ start: () => ({ url: 'https://sso.label.example/' }) })
  await renderForm({ hasSso: true })
  await press('Use single sign-on')
  await userEvent.type(email(), 'juno@label.example{Enter}')
  await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://sso.label.example/'))
  expect(asked.map(([call]) => call)).toEqual(['start'])
  expect(screen.queryByText('Enter your password.')).toBeNull()
})

test('offers no single sign-on on a site without it', async () => {
  await renderForm()
  expect(screen.queryByRole('button', { name: 'Use single sign-on' })).toBeNull()
})
