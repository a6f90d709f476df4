// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestPasskey } from './request-passkey'
import { FactorPanel } from './factor-panel'
import { identity, meQuery } from './queries'
import { clearParts, fakeServer, juno, noSignInMethods, renderPart } from './testing-parts'
import type { Pending } from './sign-in-queries'

vi.mock(import('./request-passkey'), () => ({
  requestPasskey: vi.fn<typeof requestPasskey>(),
  cancelPasskeyRequest: () => undefined,
}))
const answer = { id: 'key' } as unknown as Awaited<ReturnType<typeof requestPasskey>>
beforeEach(() => {
  vi.mocked(requestPasskey).mockReset()
  vi.stubGlobal('PublicKeyCredential', {})
})
afterEach(() => {
  clearParts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const app = { id: 'f-app', kind: 'totp', name: null, phone: null } as const
const text = { id: 'f-phone', kind: 'phone', name: null, phone: '+49 ··· 456' } as const
const key = { id: 'f-key', kind: 'webauthn', name: 'Blue key', phone: null } as const
const show = (factors: Pending['factors'], hasRecoveryCodes = true, hasPasskeys = true) =>
  renderPart(
    <FactorPanel
      methods={noSignInMethods}
      pending={{ fullName: 'Juno Okafor', factors, hasRecoveryCodes, hasPasskeys }}
      next="/events/7"
    />,
  )
const entered = { me: juno, landingPath: '/events/7', recoveryCodes: null }
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const refuse = (code: string, message: string) => {
  throw new ORPCError(code, { message })
}

test("A-08 an app's last digit completes the sign-in, and the browser is trusted only if the person chooses so", async () => {
  const { asked } = fakeServer({ challenge: () => ({ challengeId: 'c1' }), verify: () => entered })
  const { queryClient, path } = await show([app])
  expect(screen.getByText(/^Open your authenticator and enter the code for/)).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Trust this browser for 30 days' })).toHaveProperty(
    'checked',
    false,
  )
  await userEvent.keyboard('123 456')
  expect(await path()).toBe('/events/7')
  expect(asked).toEqual([
    ['challenge', { factorId: 'f-app' }],
    [
      'verify',
      { factorId: 'f-app', challengeId: 'c1', code: '123456', trustBrowser: false, next: '/events/7' },
    ],
  ])
  expect(queryClient.getQueryData(meQuery().queryKey)).toEqual(juno)
  const keys = queryClient
    .getMutationCache()
    .getAll()
    .map(({ options }) => options.mutationKey)
  expect(keys, 'the mutation key marks that this tab signs in').toContainEqual(
    identity.factors.verify.mutationKey(),
  )
})

test('A-08 a wrong code is shown at the field; the retry uses the same challenge and keeps the checkbox', async () => {
  let tries = 0
  const { asked } = fakeServer({
    challenge: () => ({ challengeId: 'c1' }),
    verify: () => ((tries += 1) === 1 ? refuse('WRONG_CODE', 'That is not the code.') : entered),
  })
  const { path } = await show([app])
  await press('Continue')
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('checkbox'))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code from your app' })
  await userEvent.type(field, '111111')
  expect(await screen.findByText('That is not the code.')).toBeTruthy()
  await userEvent.keyboard('222222')
  expect(await path()).toBe('/events/7')
  expect(asked.map(([call]) => call)).toEqual(['challenge', 'verify', 'verify'])
  expect(asked[2]?.[1]).toMatchObject({ code: '222222', trustBrowser: true })
})

test("A-08 an expired challenge is replaced, and an app's code need not be typed twice", async () => {
  let questions = 0
  const { asked } = fakeServer({
    challenge: () => ({ challengeId: `c${(questions += 1)}` }),
    verify: (input) => {
      const { challengeId } = input as { challengeId: string }
      return challengeId === 'c1' ? refuse('CHALLENGE_EXPIRED', 'That took too long.') : entered
    },
  })
  const { path } = await show([app])
  await userEvent.keyboard('123456')
  expect(await path()).toBe('/events/7')
  expect(asked.map(([call]) => call)).toEqual(['challenge', 'verify', 'challenge', 'verify'])
})

test('A-08 sends a text message only after a press', async () => {
  const { asked } = fakeServer({ challenge: () => ({ challengeId: 'c1' }), verify: () => entered })
  const { path } = await show([text])
  expect(screen.getByText('We text a code to +49 ··· 456.')).toBeTruthy()
  expect(asked).toEqual([])
  await press('Text me a code')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
  expect(await path()).toBe('/events/7')
  expect(asked).toHaveLength(2)
})

test.each([
  ['WRONG_CODE', 'That isn’t the code from the latest message. Check it and try again.'],
  ['CHALLENGE_EXPIRED', 'This code has expired or was tried too often. Request a new one.'],
])(
  'A-08 a refused texted code shows a message about texts, not about an authenticator app: %s',
  async (code, words) => {
    const { asked } = fakeServer({
      challenge: () => ({ challengeId: 'c1' }),
      verify: () => refuse(code, 'Codes change every thirty seconds.'),
    })
    await show([text])
    await press('Text me a code')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Code' }), '111111')
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('We sent a code to +49 ··· 456.')).toBeTruthy()
    expect(asked.map(([call]) => call)).toEqual(['challenge', 'verify'])
  },
)

test('A-08 the trust checkbox comes before the code field, whose last digit submits the form', async () => {
  fakeServer({ challenge: () => ({ challengeId: 'c1' }) })
  await show([app, text])
  const comesBeforeDigits = () =>
    screen.getByRole('checkbox').compareDocumentPosition(screen.getByRole('textbox')) &
    Node.DOCUMENT_POSITION_FOLLOWING
  expect(comesBeforeDigits()).toBeTruthy()
  await press('Text a code to +49 ··· 456')
  await press('Text me a code')
  await screen.findByRole('textbox', { name: 'Code' })
  expect(comesBeforeDigits()).toBeTruthy()
})

test('A-08 keeps a texted code valid after switching between methods, without sending another', async () => {
  const { asked } = fakeServer({
    challenge: (input) => ({ challengeId: `c-${(input as { factorId: string }).factorId}` }),
    verify: () => entered,
  })
  const { path } = await show([app, text])
  await press('Text a code to +49 ··· 456')
  await press('Text me a code')
  await screen.findByRole('textbox', { name: 'Code' })
  await press('Use an authenticator app')
  await press('Use a recovery code')
  await press('Text a code to +49 ··· 456')
  expect(screen.getByText('We sent a code to +49 ··· 456.')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Send again in (?:1:00|0:\d\d)$/ })).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), '123456')
  expect(await path()).toBe('/events/7')
  expect(asked.map(([call]) => call)).toEqual(['challenge', 'verify'])
  expect(asked[1]?.[1]).toMatchObject({ factorId: 'f-phone', challengeId: 'c-f-phone' })
})

const early = (seconds: number): never => {
  throw new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message: `Too many attempts. Try again in ${seconds} seconds.`,
    data: { retryAfterSeconds: seconds },
  })
}

test('A-08 a phone that got a message moments ago shows how long to wait, without an error', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let asks = 0
  fakeServer({ challenge: () => ((asks += 1) === 1 ? early(42) : { challengeId: 'c1' }) })
  await show([text])
  const button = screen.getByRole('button', { name: 'Text me a code' })
  await user.click(button)
  expect(await screen.findByText(/You can request another in 4[12] s\./)).toBeTruthy()
  expect(screen.getByRole('status')).toHaveProperty(
    'textContent',
    'We sent a message to this phone moments ago.',
  )
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/Too many attempts/)).toBeNull()
  await user.click(button)
  expect(asks).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(43_000))
  expect(screen.queryByText(/You can request another/)).toBeNull()
  await user.click(button)
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Send again in (?:1:00|0:59)$/ })).toBeTruthy()
})

test('A-08 after five messages in an hour, the button says why and how long to wait', async () => {
  fakeServer({ challenge: () => early(1500) })
  await show([text])
  await press('Text me a code')
  expect(await screen.findByText('Too many attempts. Try again in 1500 seconds.')).toBeTruthy()
  expect(screen.getByText(/You can request another in 25 min\./)).toBeTruthy()
})

test("A-08 says that a message couldn't be sent, and offers a retry", async () => {
  fakeServer({ challenge: () => refuse('CODE_NOT_SENT', 'The message could not be sent.') })
  await show([text])
  await press('Text me a code')
  expect(await screen.findByText('The message could not be sent.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Text me a code' })).toBeTruthy()
})

test('A-08 a security key completes the sign-in; if it does not respond, the person can try again', async () => {
  vi.mocked(requestPasskey).mockResolvedValueOnce(undefined).mockResolvedValueOnce(answer)
  const { asked } = fakeServer({
    challenge: () => ({ challengeId: 'c1', request: { challenge: 'xyz' } }),
    verify: () => entered,
  })
  const { path } = await show([key])
  await press('Use security key')
  expect(await screen.findByText('No key responded. Try again, or use another method.')).toBeTruthy()
  await press('Use security key')
  expect(await path()).toBe('/events/7')
  expect(asked.at(-1)?.[1]).toMatchObject({ factorId: 'f-key', authentication: answer })
})

test('A-08 offers every factor, the authenticator app first; a passkey needs no factor', async () => {
  vi.mocked(requestPasskey).mockResolvedValue(answer)
  fakeServer({
    startSignIn: () => ({ challengeId: 'c9', options: { challenge: 'abc' } }),
    'passkeys.signIn': () => entered,
  })
  const { path } = await show([text, key, app])
  expect(screen.getByRole('textbox', { name: 'Code from your app' })).toBeTruthy()
  await press('Use Blue key')
  expect(screen.getByText('Have Blue key ready. Your browser will ask for it.')).toBeTruthy()
  await press('Text a code to +49 ··· 456')
  await press('Use a passkey')
  expect(await path()).toBe('/events/7')
})

test('A-08 a recovery code signs in, and shows how many are left', async () => {
  let tries = 0
  const { asked } = fakeServer({
    use: () =>
      (tries += 1) === 1
        ? refuse('WRONG_CODE', 'That is none of your recovery codes.')
        : { ...entered, left: 9 },
  })
  const { path } = await show([app])
  await press('Use a recovery code')
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Recovery code' })
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Enter a recovery code.')).toBeTruthy()
  expect(asked).toEqual([])
  await userEvent.type(field, 'abcd efgh{Enter}')
  expect(await screen.findByText('That is none of your recovery codes.')).toBeTruthy()
  expect(field.value).toBe('abcd efgh')
  await userEvent.type(field, '-jklm{Enter}')
  expect(await path()).toBe('/events/7')
  expect(await screen.findByText(/You have 9 left; remove the method you lost/)).toBeTruthy()
  await press('Open settings')
  expect(await screen.findByText('/dashboard/settings#factor')).toBeTruthy()
})

test('offers no recovery code to a person without any', async () => {
  await show([app], false)
  expect(screen.queryByRole('button', { name: /recovery code/ })).toBeNull()
})

test('A-08 offers a passkey to its owner, with "or" only if there is another method', async () => {
  await show([app], false, false)
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  expect(screen.queryByText('or')).toBeNull()
})

test('A-08 shows the error for too many attempts at the field', async () => {
  const message = 'Too many attempts. Try again in 15 minutes.'
  fakeServer({ challenge: () => ({ challengeId: 'c1' }), verify: () => refuse('TOO_MANY_REQUESTS', message) })
  await show([app])
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code from your app' })
  await userEvent.type(field, '111111')
  await screen.findByText(message)
  expect(field.getAttribute('aria-invalid')).toBe('true')
})
