// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { InvalidLink, getInvalidLinkPoster } from './invalid-link'
import { ForgotForm } from './forgot-form'
import { ResetForm } from './reset-form'
import { clearParts, fakeServer, juno, noSignInMethods, renderPart } from './testing-parts'
import { VerifyBanner } from './verify-banner'

const options = Intl.DateTimeFormat().resolvedOptions()
afterEach(() => {
  clearParts()
  vi.useRealTimers()
})

const token = 'T'.repeat(43)
const email = juno.email
const at = '2026-11-18T10:00:00.000Z'

test('an expired link offers a new one to the same address', async () => {
  const { asked } = fakeServer({ renew: () => ({ email }) })
  await renderPart(
    <InvalidLink
      type="signup"
      token={token}
      email={email}
      sentAt="2026-11-18T10:00:00.000Z"
      reason="expired"
    />,
  )
  expect(
    screen.getByText(/works once and expires after 24 hours\. This one is from Wed 18 Nov\./),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByRole('heading', { name: 'A new link is on its way' })).toBeTruthy()
  expect(asked).toEqual([['renew', { token, type: 'signup' }]])
})

test("shows the day of an expired link in the reader's time zone", async () => {
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(() => ({
    ...options,
    timeZone: 'Asia/Tokyo',
  }))
  await renderPart(
    <InvalidLink
      type="signup"
      token={token}
      email={email}
      sentAt="2026-11-18T20:00:00.000Z"
      reason="expired"
    />,
  )
  expect(screen.getByText(/This one is from Thu 19 Nov\./)).toBeTruthy()
  zone.mockRestore()
})

test.each([
  ['used', 'This link was already used', /works once/],
  [
    'replaced',
    'A newer link was sent',
    /Only the latest link works\. Look for it in the email to juno@okafor\.example/,
  ],
] as const)('a link that was %s is not described as expired', async (reason, title, lead) => {
  await renderPart(
    <InvalidLink
      type="signup"
      token={token}
      email={email}
      sentAt="2026-11-18T10:00:00.000Z"
      reason={reason}
    />,
  )
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(lead)).toBeTruthy()
  expect(screen.queryByText(/expired/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Send a new link' })).toBeTruthy()
})

test('the forgotten password form has the address typed at sign-in', async () => {
  await renderPart(<ForgotForm methods={noSignInMethods} email={email} />)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(email)
})

test('an unknown password reset link offers to request a new one', async () => {
  await renderPart(<InvalidLink type="recovery" token="" email={null} sentAt={null} reason={null} />)
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/auth/forgot')
})

test.each([
  ['magiclink', 'Request a new code', '/auth?tab=sign-in&way=code'],
  ['email_change', 'Sign In', '/auth?tab=sign-in'],
] as const)('an unknown link of the kind %s offers another page to sign in', async (type, name, href) => {
  await renderPart(<InvalidLink type={type} token="" email={null} sentAt={null} reason={null} />)
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
})

test('the forgotten password form includes the destination in its request, also for a new link', async () => {
  const next = '/events/the-night'
  const { asked } = fakeServer({
    requestPasswordReset: () => ({}),
    renew: () => ({ email }),
    resetPassword: () => ({ me: juno, landingPath: next }),
  })
  await renderPart(
    <>
      <ForgotForm methods={noSignInMethods} email={email} next={next} />
      <InvalidLink type="recovery" token={token} email={email} sentAt={at} reason="used" next={next} />
      <ResetForm token={token} email={email} next={next} onInvalid={() => undefined} />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
  await userEvent.type(screen.getByLabelText('New password'), 'three left shoes')
  await userEvent.type(screen.getByLabelText('Repeat the new password'), 'three left shoes{Enter}')
  await waitFor(() => expect(asked.map(([call]) => call)).toContain('resetPassword'))
  // After the new password come the other sign-in methods, then the destination.
  const last = `/sign-in-methods?${new URLSearchParams({ next })}`
  expect(asked.map(([, input]) => (input as { next?: string }).next)).toEqual([next, next, last])
  clearParts()
  await renderPart(
    <InvalidLink type="recovery" token="" email={null} sentAt={null} reason={null} next={next} />,
  )
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
    '/auth/forgot?next=%2Fevents%2Fthe-night',
  )
})

test('the forgotten password form does not reveal whether there is an account', async () => {
  const { asked } = fakeServer({ requestPasswordReset: () => ({}) })
  await renderPart(<ForgotForm methods={noSignInMethods} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), `${email}{Enter}`)
  expect(await screen.findByText(/If juno@okafor\.example has an account, we sent a link/)).toBeTruthy()
  expect(asked).toEqual([['requestPasswordReset', { email }]])
})

test('the forgotten password form can resend after a minute, or use another address', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const { asked } = fakeServer({ requestPasswordReset: () => ({}) })
  await renderPart(<ForgotForm methods={noSignInMethods} next="/events/7" />)
  await user.type(screen.getByRole('textbox', { name: 'Email' }), `${email}{Enter}`)
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBe(document.activeElement)
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe(
    '/auth?tab=sign-in&next=%2Fevents%2F7',
  )
  expect(screen.getByRole('button', { name: /^Send again in (?:1:00|0:59)$/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('A new link is on its way. The old one no longer works.')).toBeTruthy()
  expect(asked).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Use another address' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  expect(field.value).toBe(email)
  expect(document.activeElement).toBe(field)
})

const early = (seconds: number) => () => {
  throw new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message: 'Too many attempts.',
    data: { retryAfterSeconds: seconds },
  })
}

test('a second password reset request within the minute shows a countdown; too many requests show an error', async () => {
  fakeServer({ requestPasswordReset: early(42) })
  await renderPart(<ForgotForm methods={noSignInMethods} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), `${email}{Enter}`)
  expect(await screen.findByRole('button', { name: /^Send again in 0:4[12]$/ })).toBeTruthy()
  expect(screen.queryByText('Too many attempts.')).toBeNull()
  clearParts()
  fakeServer({ requestPasswordReset: early(3000) })
  await renderPart(<ForgotForm methods={noSignInMethods} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), `${email}{Enter}`)
  expect(await screen.findByText('Too many attempts.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send link' })).toBeTruthy()
})

test.each([
  ['recovery', '/auth/forgot'],
  ['magiclink', '/auth?tab=sign-in&way=code'],
] as const)(
  'a new link of the kind %s can be resent, or requested for another address',
  async (type, href) => {
    fakeServer({ renew: () => ({ email }) })
    await renderPart(<InvalidLink type={type} token={token} email={email} sentAt={at} reason="expired" />)
    await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByRole('button', { name: /^Send again in / })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Use another address' }).getAttribute('href')).toBe(href)
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe(
      '/auth?tab=sign-in',
    )
  },
)

test('only an expired link is described as expired', () => {
  const over = (link: Parameters<typeof getInvalidLinkPoster>[0]) => getInvalidLinkPoster(link).join(' ')
  expect(over({ email, reason: 'expired' })).toBe('Late. But not too late.')
  expect(over({ email, reason: 'used' })).not.toMatch(/late/i)
  expect(over({ email, reason: 'replaced' })).not.toMatch(/late/i)
  expect(over({ email: null, reason: null })).toBe('This one was never on the list.')
})

test('asks for a new password twice, then signs in', async () => {
  const { asked } = fakeServer({ resetPassword: () => ({ me: juno, landingPath: '/customer/dashboard' }) })
  const { path } = await renderPart(<ResetForm token={token} email={email} onInvalid={() => undefined} />)
  await userEvent.type(screen.getByLabelText('New password'), 'shorter')
  await userEvent.type(screen.getByLabelText('Repeat the new password'), 'longer{Enter}')
  expect(screen.getByText('Use at least 8 characters.')).toBeTruthy()
  expect(screen.getByText('The passwords don’t match.')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Repeat the new password'))
  await userEvent.type(screen.getByLabelText('New password'), ' no more')
  await userEvent.type(screen.getByLabelText('Repeat the new password'), 'shorter no more{Enter}')
  expect(await path()).toBe('/customer/dashboard')
  expect(asked).toEqual([['resetPassword', { token, password: 'shorter no more', next: '/sign-in-methods' }]])
})

test('refuses a leaked password at its field and keeps the text', async () => {
  let tries = 0
  fakeServer({
    resetPassword: () => {
      tries += 1
      if (tries > 1) return { me: juno, landingPath: juno.homePath }
      throw new ORPCError('PASSWORD_LEAKED', { message: 'This password is known to thieves.' })
    },
  })
  await renderPart(<ResetForm token={token} email={email} onInvalid={() => undefined} />)
  await userEvent.type(screen.getByLabelText('New password'), 'password1')
  await userEvent.type(screen.getByLabelText('Repeat the new password'), 'password1{Enter}')
  // The error is shown once at the field and once as a toast.
  expect(await screen.findAllByText('This password is known to thieves.')).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('password1')
  // A new attempt clears the error, also on the next page.
  await userEvent.type(screen.getByLabelText('New password'), ' no more')
  await userEvent.type(screen.getByLabelText('Repeat the new password'), ' no more{Enter}')
  expect(await screen.findByText('Password set. Every other session is signed out.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('This password is known to thieves.')).toBeNull())
})

test('the banner is shown only to people with an unverified address, and resends the email', async () => {
  const { asked } = fakeServer({ resendVerification: () => ({ email, isVerified: false }) })
  await renderPart(
    <>
      <VerifyBanner me={null} />
      <VerifyBanner me={{ ...juno, email: null }} />
      <VerifyBanner me={{ ...juno, isEmailVerified: true }} />
      <VerifyBanner me={juno} />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(`A new link is on its way to ${email}.`)).toBeTruthy()
  expect(asked).toHaveLength(1)
  // The focus stays on the button for keyboard users.
  expect(await screen.findByRole('button', { name: /^Send again in (?:1:00|0:59)$/ })).toBe(
    document.activeElement,
  )
})

test('the banner counts down if an email was sent within the minute', async () => {
  fakeServer({ resendVerification: early(42) })
  await renderPart(<VerifyBanner me={juno} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByRole('button', { name: /^Send again in 0:4[12]$/ })).toBeTruthy()
  expect(screen.queryByText('Too many attempts.')).toBeNull()
})
