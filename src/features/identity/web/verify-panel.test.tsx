// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'
import { VerifyPanel } from './verify-panel'

afterEach(clearParts)

const token = 'T'.repeat(43)
const email = juno.email

test('A-04 a verification link for an account in use asks for a new password if the person is not signed in to it', async () => {
  const { asked } = fakeServer({ resetPassword: () => ({ me: juno, landingPath: '/customer/dashboard' }) })
  const props = { token, email, isVerified: false, needsPassword: true, me: null, onInvalid: () => undefined }
  const { path } = await renderPart(<VerifyPanel {...props} />)
  expect(screen.getByRole('heading', { name: 'Verify your email' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth?tab=sign-in')
  await userEvent.type(screen.getByLabelText('New password'), 'shorter no more')
  await userEvent.type(screen.getByLabelText('Repeat the new password'), 'shorter no more')
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await path()).toBe('/customer/dashboard')
  expect(asked).toMatchObject([['resetPassword', { token, password: 'shorter no more' }]])
})

test('A-04 the verification link works immediately for the signed-in owner', async () => {
  const { asked } = fakeServer({
    verifyEmail: () => ({ email }),
    me: () => ({ ...juno, isEmailVerified: true }),
  })
  await renderPart(
    <VerifyPanel
      token={token}
      email={email}
      isVerified={false}
      needsPassword={false}
      me={juno}
      onInvalid={() => undefined}
    />,
  )
  expect(await screen.findByRole('heading', { name: 'Email address verified' })).toBe(document.activeElement)
  expect(asked.filter(([call]) => call === 'verifyEmail')).toEqual([['verifyEmail', { token }]])
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/customer/dashboard')
})

test.each([null, { ...juno, email: 'other@okafor.example' }])(
  'a verification link opened without being signed in to the account waits for a press, because email programs open links',
  async (me) => {
    const { asked } = fakeServer({ verifyEmail: () => ({ email }), me: () => me })
    await renderPart(
      <VerifyPanel
        token={token}
        email={email}
        isVerified={false}
        needsPassword={false}
        me={me}
        onInvalid={() => undefined}
      />,
    )
    await act(async () => undefined)
    expect(asked).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Verify my email address' }))
    expect(await screen.findByRole('heading', { name: 'Email address verified' })).toBeTruthy()
    expect(asked.filter(([call]) => call === 'verifyEmail')).toHaveLength(1)
  },
)

test('a verification link that becomes invalid while the page is open shows an error and calls onInvalid', async () => {
  fakeServer({
    verifyEmail: () => {
      throw new ORPCError('LINK_INVALID', {
        message: 'This link has expired or was already used. Request a new one.',
      })
    },
  })
  const onInvalid = vi.fn<() => void>()
  await renderPart(
    <VerifyPanel
      token={token}
      email={email}
      isVerified={false}
      needsPassword={false}
      me={null}
      onInvalid={onInvalid}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Verify my email address' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(onInvalid).toHaveBeenCalledOnce()
})
