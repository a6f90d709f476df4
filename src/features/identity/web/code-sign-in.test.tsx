// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CodeSignIn } from './code-sign-in'
import { meQuery } from './queries'
import { clearParts, fakeServer, juno, noSignInMethods, renderPart } from './testing-parts'

afterEach(() => {
  clearParts()
  vi.useRealTimers()
})

const show = (hasPhone = false, onPassword = () => undefined) =>
  renderPart(
    <CodeSignIn
      next="/events/7"
      methods={{ ...noSignInMethods, hasPhone }}
      email="juno@okafor.example"
      onPassword={onPassword}
    />,
  )
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'One-time code' })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const wrong = () => {
  throw new ORPCError('CODE_WRONG', { message: 'This code is wrong or has expired.' })
}

test('A-08 sign-in by email code fills in the address typed before, and submits on the last digit', async () => {
  const { asked } = fakeServer({ send: () => ({}), enter: () => ({ me: juno, landingPath: '/events/7' }) })
  const { queryClient, path } = await show()
  await press('Send a code')
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
  expect(screen.getByText(/We sent a code to juno@okafor\.example, if it has an account\./)).toBeTruthy()
  expect(document.activeElement).toBe(field())
  expect(field().autocomplete).toBe('one-time-code')
  await userEvent.click(field())
  await userEvent.paste('418 205')
  expect(await path()).toBe('/events/7')
  expect(asked).toEqual([
    ['send', { email: 'juno@okafor.example', next: '/events/7' }],
    ['enter', { email: 'juno@okafor.example', code: '418205', next: '/events/7' }],
  ])
  expect(queryClient.getQueryData(meQuery().queryKey)).toEqual(juno)
  expect(sessionStorage.length).toBe(0)
})

test('A-08 shows a wrong code at the field and lets it be corrected', async () => {
  const { asked } = fakeServer({ send: () => ({}), enter: wrong })
  await show()
  await press('Send a code')
  await userEvent.type(await screen.findByRole('textbox', { name: 'One-time code' }), '111111')
  expect(await screen.findByText('This code is wrong or has expired.')).toBeTruthy()
  expect(field().value).toBe('111111')
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 6])
  await userEvent.keyboard('2')
  expect(field().value).toBe('2')
  await userEvent.keyboard('{Enter}')
  expect(asked.filter(([call]) => call === 'enter')).toHaveLength(1)
})

test.each([
  ['is signed in', juno, '/events/7'],
  ['needs two-step verification', null, '/auth/factor?next=%2Fevents%2F7'],
])(
  'A-08 a code used up by its link in another tab shows no error when the browser %s',
  async (_, me, landed) => {
    fakeServer({ send: () => ({}), enter: wrong, me: () => me, pending: () => ({ factors: [] }) })
    const { path } = await show()
    await press('Send a code')
    await userEvent.type(await screen.findByRole('textbox', { name: 'One-time code' }), '418205')
    expect(await path()).toBe(landed)
    expect(screen.queryByText('This code is wrong or has expired.')).toBeNull()
    expect(sessionStorage.length).toBe(0)
  },
)

test('A-08 continues without the code when another tab has signed the person in', async () => {
  let me: typeof juno | null = null
  const { asked } = fakeServer({ send: () => ({}), me: () => me, pending: () => null })
  const { path } = await show()
  await press('Send a code')
  await screen.findByRole('textbox', { name: 'One-time code' })
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(asked.map(([call]) => call)).toEqual(['send', 'me', 'pending']))
  await act(async () => undefined)
  expect(field()).toBeTruthy()
  me = juno
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await path()).toBe('/events/7')
})

test('A-08 signs in once, although the browser fires two events on return to the tab', async () => {
  let me: typeof juno | null = null
  const { asked } = fakeServer({ send: () => ({}), me: () => me, pending: () => null })
  const { path } = await show()
  await press('Send a code')
  await screen.findByRole('textbox', { name: 'One-time code' })
  const comeBack = () =>
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event('focus'))
    })
  comeBack()
  await waitFor(() => expect(asked.map(([call]) => call)).toContain('pending'))
  await act(async () => undefined)
  expect(asked.map(([call]) => call)).toEqual(['send', 'me', 'pending'])
  me = juno
  comeBack()
  expect(await path()).toBe('/events/7')
  expect(asked.filter(([call]) => call === 'me')).toHaveLength(2)
})

test('A-08 the fifth wrong code says that the code no longer works but the link does, also after a reload', async () => {
  fakeServer({ send: () => ({}), enter: wrong })
  await show()
  await press('Send a code')
  const type = async (digits: string) => {
    await userEvent.clear(field())
    await userEvent.type(field(), digits)
  }
  await screen.findByRole('textbox', { name: 'One-time code' })
  for (const digits of ['111111', '222222', '333333']) {
    await type(digits)
    await screen.findByText('This code is wrong or has expired.')
  }
  cleanup()
  await show()
  await screen.findByRole('textbox', { name: 'One-time code' })
  await type('444444')
  await screen.findByText('This code is wrong or has expired.')
  await type('555555')
  expect(
    await screen.findByText(
      'Too many wrong codes: this code no longer works. Request a new one, or use the link in the email.',
    ),
  ).toBeTruthy()
})

test('A-08 still shows the code screen after a reload', async () => {
  fakeServer({ send: () => ({}) })
  await show()
  await press('Send a code')
  await screen.findByRole('heading', { name: 'Check your email' })
  cleanup()
  await show()
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
  await press('Use another address')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('juno@okafor.example')
})

test('A-08 sends another code after a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const { asked } = fakeServer({ send: () => ({}) })
  await show()
  await user.click(screen.getByRole('button', { name: 'Send a code' }))
  const button = await screen.findByRole('button', { name: /^Send again in (?:1:00|0:59)$/ })
  await user.click(button)
  expect(asked).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('A new code is on its way. The old one no longer works.')).toBeTruthy()
  // The focus stays on the button for keyboard users.
  expect(button.isConnected).toBe(true)
  expect(asked).toHaveLength(2)
})

test('A-08 a second request within the minute keeps the previous code', async () => {
  fakeServer({
    send: () => {
      throw new ORPCError('TOO_MANY_REQUESTS', {
        status: 429,
        message: 'Too many attempts. Try again in 30 seconds.',
        data: { retryAfterSeconds: 30 },
      })
    },
  })
  await show()
  await press('Send a code')
  expect(await screen.findByText(/^Send again in 0:(?:30|29)$/)).toBeTruthy()
})

test('A-08 after too many requests, the form says when to try again', async () => {
  fakeServer({
    send: () => {
      throw new ORPCError('TOO_MANY_REQUESTS', {
        status: 429,
        message: 'Too many attempts. Try again in 50 minutes.',
        data: { retryAfterSeconds: 3000 },
      })
    },
  })
  await show()
  await press('Send a code')
  expect(await screen.findByText('Too many attempts. Try again in 50 minutes.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send a code' })).toBeTruthy()
})

test('A-08 sign-in by phone code is offered if the site sends text messages; both fields keep their text', async () => {
  const { asked } = fakeServer({ send: () => ({}) })
  await show(true)
  await press('Phone')
  const phone = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' })
  await userEvent.type(phone, '030 12')
  await press('Send a code')
  expect(screen.getByText('Enter a number with its country code, such as +49 30 123456.')).toBeTruthy()
  await press('Email')
  await press('Phone')
  expect(phone.value).toBe('030 12')
  await userEvent.clear(phone)
  // A number in San Francisco; read as +41 it would be in Switzerland.
  await userEvent.type(phone, '415 555 2671')
  await press('Send a code')
  expect(phone.getAttribute('aria-invalid')).toBe('true')
  expect(asked).toEqual([])
  await userEvent.clear(phone)
  await userEvent.type(phone, '+49 30 123456')
  await press('Send a code')
  expect(await screen.findByRole('heading', { name: 'Check your phone' })).toBeTruthy()
  expect(screen.getByText(/We sent a code to \+49 301 234 56, if it has an account\./)).toBeTruthy()
  expect(asked).toEqual([['send', { phone: '+4930123456', next: '/events/7' }]])
})

test("doesn't ask for a phone number on a site without text messages", async () => {
  await show()
  expect(screen.queryByRole('button', { name: 'Phone' })).toBeNull()
})

test('a person who requested a code can switch to the password', async () => {
  const onPassword = vi.fn<() => undefined>()
  await show(false, onPassword)
  await press('Use a password')
  expect(onPassword).toHaveBeenCalledOnce()
})
