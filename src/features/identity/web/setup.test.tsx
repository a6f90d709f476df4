// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SetupClaim, SetupForm, SetupUnavailable } from './setup'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'

afterEach(clearParts)

const token = 'T'.repeat(43)
const admin = { ...juno, roles: ['admin' as const], homePath: '/admin' as const }

async function fillIn() {
  await userEvent.type(screen.getByRole('textbox', { name: 'Full name' }), 'Juno Okafor')
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), juno.email)
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
}

test('the first admin enters a name, an address and a password, and continues to the admin panel', async () => {
  const { asked } = fakeServer({ open: () => ({ me: admin, landingPath: '/admin' }) })
  const { path } = await renderPart(<SetupForm token={token} onOver={() => undefined} />)
  await fillIn()
  expect(await path()).toBe('/admin')
  const input = { token, fullName: 'Juno Okafor', email: juno.email, password: 'correct horse' }
  expect(asked).toEqual([['open', input]])
})

test('shows missing input at its field, and sends nothing', async () => {
  const { asked } = fakeServer({})
  await renderPart(<SetupForm token={token} onOver={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Become the admin' }))
  for (const fault of ['Enter your name.', 'Enter your email.', 'Enter a password.'])
    expect(screen.getByText(fault)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Full name' }))
  expect(asked).toEqual([])
})

test.each(['HAS_ADMIN', 'NOT_FOUND'])(
  'the error %s after submitting the setup form is shown, and the page refetches',
  async (code) => {
    fakeServer({
      open: () => {
        throw new ORPCError(code, {
          status: 410,
          message: 'This site is already set up. Sign in to continue.',
        })
      },
    })
    const onOver = vi.fn<() => void>()
    await renderPart(<SetupForm token={token} onOver={onOver} />)
    await fillIn()
    expect(await screen.findByText('This site is already set up. Sign in to continue.')).toBeTruthy()
    expect(onOver).toHaveBeenCalledOnce()
  },
)

test('the setup form offers to sign in when the address is taken, and keeps the text', async () => {
  fakeServer({
    open: () => {
      throw new ORPCError('USER_ALREADY_EXISTS', { status: 409, message: 'User already registered' })
    },
  })
  await renderPart(<SetupForm token={token} onOver={() => undefined} />)
  await fillIn()
  expect(await screen.findByText(/then open the printed address again/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Full name' }).value).toBe('Juno Okafor')
})

test('a signed-in person becomes the admin with one press, under their own name', async () => {
  const { asked } = fakeServer({ claim: () => ({ landingPath: '/admin' }), me: () => admin })
  const { path } = await renderPart(<SetupClaim token={token} me={juno} onOver={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Make Juno Okafor the admin' }))
  expect(await path()).toBe('/admin')
  expect(asked).toEqual([
    ['claim', { token }],
    ['me', undefined],
  ])
})

test('a used setup address shows that the site is already set up, and links to the sign-in form', async () => {
  await renderPart(<SetupUnavailable state="closed" isSignedIn={false} />)
  expect(screen.getByText('This site is already set up. Sign in to continue.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth?tab=sign-in')
})
