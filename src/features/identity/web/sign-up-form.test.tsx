// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fillField } from '~tests/support/fill-field'
import { SignUpForm } from './sign-up-form'
import { clearParts, fakeServer, juno, noSignInMethods, renderPart } from './testing-parts'

afterEach(clearParts)

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Invitation code/ })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
const good = async () => undefined

async function fill() {
  await fillField(field('Full name'), 'Juno Okafor')
  await fillField(field('Email'), 'juno@okafor.example')
  await fillField(field('Password'), 'slow techno')
}

test('A-02 sign-up requires name, email and password but no code, and links to the terms', async () => {
  const { asked } = fakeServer({ signUp: () => ({ me: juno, landingPath: '/customer/dashboard' }) })
  const { path } = await renderPart(
    <SignUpForm methods={noSignInMethods} next={undefined} code={undefined} findCodeProblem={good} />,
  )
  expect(screen.getByText(/By signing up you agree to the/).textContent).toBe(
    'By signing up you agree to the Terms of Service.',
  )
  await press()
  expect(screen.getByText('Enter your name.')).toBeTruthy()
  expect(screen.getByText('Enter your email.')).toBeTruthy()
  expect(screen.getByText('Enter a password.')).toBeTruthy()
  await fill()
  await fillField(field('Password'), 'short')
  await press()
  expect(screen.getByText('Use at least 8 characters.')).toBeTruthy()
  expect(asked).toEqual([])
  await userEvent.type(field('Password'), 'er no more')
  await press()
  expect(await path()).toBe('/customer/dashboard')
  // Wait for the toast, which would otherwise leak into the next test.
  expect(await screen.findByText(/^Account created!/)).toBeTruthy()
  expect(asked).toEqual([
    [
      'signUp',
      { fullName: 'Juno Okafor', email: 'juno@okafor.example', password: 'shorter no more', next: undefined },
    ],
  ])
})

test('A-04 sign-up shows the success message of the specification', async () => {
  fakeServer({ signUp: () => ({ me: juno, landingPath: '/customer/dashboard' }) })
  await renderPart(
    <SignUpForm methods={noSignInMethods} next={undefined} code={undefined} findCodeProblem={good} />,
  )
  await fill()
  await press()
  expect(await screen.findByText('Account created! Please check your email for verification.')).toBeTruthy()
})

test('A-03 fills in the invitation code from the URL; an error is shown at the code and in a toast, and the text stays', async () => {
  const { asked } = fakeServer({
    signUp: () => {
      throw new ORPCError('INVITATION_EXPIRED', { message: 'Invitation code has expired' })
    },
  })
  await renderPart(
    <SignUpForm methods={noSignInMethods} next={undefined} code="k7q2-xm0r" findCodeProblem={good} />,
  )
  expect(codeField().value).toBe('K7Q2XM0R')
  await fill()
  await press()
  expect(await screen.findAllByText('Invitation code has expired')).toHaveLength(2)
  expect(codeField().getAttribute('aria-invalid')).toBe('true')
  expect(asked[0]?.[1]).toMatchObject({ code: 'K7Q2XM0R' })
  expect([field('Full name').value, field('Password').value]).toEqual(['Juno Okafor', 'slow techno'])
})

test('A-03 an invalid code is reported as soon as it is complete', async () => {
  const find = async (code: string) =>
    code === 'AAAA0001' ? 'Invalid or expired invitation code' : undefined
  await renderPart(
    <SignUpForm methods={noSignInMethods} next={undefined} code={undefined} findCodeProblem={find} />,
  )
  await userEvent.type(codeField(), 'aaaa000')
  expect(screen.queryByText('Invalid or expired invitation code')).toBeNull()
  await userEvent.type(codeField(), '1')
  expect(await screen.findByText('Invalid or expired invitation code')).toBeTruthy()
  await userEvent.type(codeField(), '{Backspace}2')
  expect(screen.queryByText('Invalid or expired invitation code')).toBeNull()
})

test('a taken address offers to sign in', async () => {
  fakeServer({
    signUp: () => {
      throw new ORPCError('USER_ALREADY_EXISTS', { message: 'User already registered' })
    },
  })
  await renderPart(
    <SignUpForm methods={noSignInMethods} next="/events/1" code={undefined} findCodeProblem={good} />,
  )
  await fill()
  await press()
  expect(await screen.findByText('User already registered')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe('/auth?tab=sign-in&next=%2Fevents%2F1')
})
