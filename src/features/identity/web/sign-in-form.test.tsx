// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { fillField } from '~tests/support/fill-field'
import { meQuery } from './queries'
import { SignInForm } from './sign-in-form'
import { clearParts, fakeServer, juno, noSignInMethods, renderPart } from './testing-parts'

afterEach(clearParts)

function Form({ next }: { next?: string }) {
  return (
    <SignInForm
      next={next}
      methods={noSignInMethods}
      email=""
      onEmail={() => undefined}
      onCode={() => undefined}
    />
  )
}

function Remembering() {
  const [kept, setKept] = useState('')
  return (
    <SignInForm
      next={undefined}
      methods={noSignInMethods}
      email={kept}
      onEmail={setKept}
      onCode={() => undefined}
    />
  )
}
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

test('A-01 sign-in requires both fields and a valid email before sending', async () => {
  const { asked } = fakeServer({})
  await renderPart(<Form />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(screen.getByText('Enter your email.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(email())
  await user.type(email(), 'juno')
  await user.keyboard('{Enter}')
  expect(screen.getByText('Enter an address such as name@example.com.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('R-10 a person can sign in by keyboard alone, and continues to the destination', async () => {
  const { asked } = fakeServer({ signIn: () => ({ me: juno, landingPath: '/checkout/7?from=event' }) })
  const { queryClient, path } = await renderPart(<Form next="/checkout/7?from=event" />)
  queryClient.setQueryData(['something', 'of a visitor'], 1)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('juno@okafor.example')
  await user.tab()
  await user.keyboard('slow techno{Enter}')
  expect(await path()).toBe('/checkout/7?from=event')
  expect(asked).toEqual([
    ['signIn', { email: 'juno@okafor.example', password: 'slow techno', next: '/checkout/7?from=event' }],
  ])
  expect(queryClient.getQueryData(meQuery().queryKey)).toEqual(juno)
  expect(queryClient.getQueryData(['something', 'of a visitor'])).toBeUndefined()
})

test.each([
  ['/auth?next=%2Fdashboard%2Fsettings#mail', '/dashboard/settings', '/dashboard/settings#mail'],
  ['/auth?next=%2Fdashboard%2Fsettings%23data#mail', '/dashboard/settings#data', '/dashboard/settings#data'],
  // Not the requested page: it is for admins only.
  ['/auth?next=%2Fadmin#mail', '/customer/dashboard', '/customer/dashboard'],
])('keeps the fragment of an address opened from an email: %s', async (address, landingPath, landed) => {
  fakeServer({ signIn: () => ({ me: juno, landingPath }) })
  const { path } = await renderPart(<Form next={landingPath} />, address)
  await userEvent.type(email(), 'juno@okafor.example')
  await userEvent.type(password(), 'slow techno{Enter}')
  expect(await path()).toBe(landed)
})

test("A-06 shows the server's message as a toast, and keeps the text", async () => {
  fakeServer({
    signIn: () => {
      throw new ORPCError('INVALID_CREDENTIALS', { message: 'Invalid login credentials' })
    },
  })
  await renderPart(<Form />)
  const user = userEvent.setup()
  await fillField(email(), 'juno@okafor.example')
  await user.type(password(), 'wrong one')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining('Invalid login credentials'),
  )
  expect(password()).toBe(document.activeElement)
  expect(screen.getAllByText(/Invalid login credentials/)).toHaveLength(1)
  expect(email().value).toBe('juno@okafor.example')
  expect(password().value).toBe('wrong one')
})

test('A-06 the error for a wrong password appears again after a second wrong one', async () => {
  fakeServer({
    signIn: () => {
      throw new ORPCError('INVALID_CREDENTIALS', { message: 'Invalid login credentials' })
    },
  })
  await renderPart(<Form />)
  await fillField(email(), 'juno@okafor.example')
  await userEvent.type(password(), 'wrong one{Enter}')
  const first = await screen.findByRole('alert')
  await userEvent.type(password(), '{Enter}')
  await waitFor(() => expect(first.isConnected).toBe(false))
  expect(screen.getByRole('alert').textContent).toContain('Invalid login credentials')
})

test('A-06 the error for a wrong password disappears on leaving the form', async () => {
  fakeServer({
    signIn: () => {
      throw new ORPCError('INVALID_CREDENTIALS', { message: 'Invalid login credentials' })
    },
  })
  function Entrance() {
    const [isLeft, setIsLeft] = useState(false)
    return (
      <>
        {!isLeft && <Form />}
        <button type="button" onClick={() => setIsLeft(true)}>
          Leave
        </button>
      </>
    )
  }
  await renderPart(<Entrance />)
  await fillField(email(), 'juno@okafor.example')
  await userEvent.type(password(), 'wrong one{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid login credentials')
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByText('Invalid login credentials')).toBeNull())
})

test('after too many attempts, the form shows how long to wait and what still works', async () => {
  const message = 'Too many attempts. Try again in 15 minutes.'
  fakeServer({
    signIn: () => {
      throw new ORPCError('TOO_MANY_REQUESTS', { message, data: { retryAfterSeconds: 900 } })
    },
  })
  await renderPart(<Form />)
  const user = userEvent.setup()
  await fillField(email(), 'juno@okafor.example')
  await user.type(password(), 'right one{Enter}')
  const note = await screen.findByText(/You can still sign in with a one-time code/)
  expect(note.textContent).toContain(message)
  expect(screen.getByRole('form', { name: 'Sign In' }).contains(note)).toBe(true)
  expect(password().value).toBe('right one')
})

test('AD-05 a suspended person reads until when and why, and is offered no other sign-in method', async () => {
  const message = 'This account is suspended until Fri 5 Mar 2027. Reason: Sold the same night twice.'
  fakeServer({
    signIn: () => {
      throw new ORPCError('ACCOUNT_SUSPENDED', { message })
    },
  })
  await renderPart(<Form />)
  await fillField(email(), 'juno@okafor.example')
  await userEvent.type(password(), 'right one{Enter}')
  await screen.findByRole('alert')
  const form = screen.getByRole('form', { name: 'Sign In' })
  expect(within(form).getByText(message)).toBeTruthy()
  expect(within(form).queryByText(/You can still sign in/)).toBeNull()
})

test('passes the typed address to the forgotten password form, but not in the URL', async () => {
  const { path, state } = await renderPart(<Remembering />)
  await userEvent.type(email(), 'juno@okafor.example')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
  expect(await path()).toBe('/auth/forgot')
  expect(state().email).toBe('juno@okafor.example')
})

test('a second press while signing in sends nothing', async () => {
  const { asked } = fakeServer({ signIn: () => new Promise(() => undefined) })
  await renderPart(<Form />)
  const user = userEvent.setup()
  await fillField(email(), 'juno@okafor.example')
  await user.type(password(), 'slow techno{Enter}')
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: /Signing in/ }))
  expect(asked).toHaveLength(1)
})

test('the password can be shown, and the fields tell password managers what they are for', async () => {
  await renderPart(<Form />)
  expect(password().type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password().type).toBe('text')
  expect([email().autocomplete, password().autocomplete]).toEqual(['username webauthn', 'current-password'])
})
