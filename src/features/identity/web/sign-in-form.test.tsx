// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { meQuery } from './queries'
import { SignInForm } from './sign-in-form'
import { clearParts, fakeServer, juno, noWays, renderPart } from './testing-parts'

afterEach(clearParts)

function Form({ next }: { next?: string }) {
  return <SignInForm next={next} ways={noWays} email="" onEmail={() => undefined} onCode={() => undefined} />
}

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

test('A-01 both fields are required and the email has a format; nothing is sent before', async () => {
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

test('R-10 by keyboard alone: signs in, becomes the person, goes where they were going', async () => {
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

test('A-06 a refusal is the service’s sentence as a toast, and what was typed stays', async () => {
  fakeServer({
    signIn: () => {
      throw new ORPCError('INVALID_CREDENTIALS', { message: 'Invalid login credentials' })
    },
  })
  await renderPart(<Form />)
  const user = userEvent.setup()
  await user.type(email(), 'juno@okafor.example')
  await user.type(password(), 'wrong one')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining('Invalid login credentials'),
  )
  expect(email().value).toBe('juno@okafor.example')
  expect(password().value).toBe('wrong one')
})

test('a second press while the first is under way sends nothing', async () => {
  const { asked } = fakeServer({ signIn: () => new Promise(() => undefined) })
  await renderPart(<Form />)
  const user = userEvent.setup()
  await user.type(email(), 'juno@okafor.example')
  await user.type(password(), 'slow techno{Enter}')
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: /Signing in/ }))
  expect(asked).toHaveLength(1)
})

test('the password can be shown, and managers know what each field is', async () => {
  await renderPart(<Form />)
  expect(password().type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password().type).toBe('text')
  expect([email().autocomplete, password().autocomplete]).toEqual(['username webauthn', 'current-password'])
})
