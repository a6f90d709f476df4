// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestPasskey } from './request-passkey'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'
import { usePasskeyAutofill } from './use-passkey-autofill'

vi.mock(import('./request-passkey'), () => ({
  requestPasskey: vi.fn<typeof requestPasskey>(),
  cancelPasskeyRequest: () => undefined,
}))
const answer = { id: 'key' } as unknown as Awaited<ReturnType<typeof requestPasskey>>
let canAutofill = true
beforeEach(() => {
  canAutofill = true
  vi.mocked(requestPasskey).mockReset()
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => canAutofill })
})
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

function Part({ isOn = true }: { isOn?: boolean }) {
  usePasskeyAutofill({ next: '/events/7', isOn })
  return <p>sign in</p>
}
const settle = () => act(() => vi.dynamicImportSettled())
const touch = () => fireEvent.pointerMove(window)
const question = { challengeId: 'c1', options: { challenge: 'xyz' } }

test('A-08 lets the browser offer passkeys after the first interaction, and signs in with the chosen one', async () => {
  vi.mocked(requestPasskey).mockResolvedValue(answer)
  const { asked } = fakeServer({
    startSignIn: () => question,
    'passkeys.signIn': () => ({ me: juno, landingPath: '/events/7' }),
  })
  const { path } = await renderPart(<Part />)
  await settle()
  expect(asked).toEqual([])
  touch()
  touch()
  expect(await path()).toBe('/events/7')
  expect(asked.map(([call]) => call)).toEqual(['startSignIn', 'passkeys.signIn'])
  expect(requestPasskey).toHaveBeenCalledExactlyOnceWith(question.options, { isAutofill: true })
})

test.each([
  ['the browser doesn’t support autofill', () => (canAutofill = false), true],
  ['a CAPTCHA must be solved first', () => undefined, false],
])('A-08 requests nothing when %s', async (_, prepare, isOn) => {
  prepare()
  const { asked } = fakeServer({ startSignIn: () => question })
  await renderPart(<Part isOn={isOn} />)
  touch()
  await settle()
  expect(asked).toEqual([])
})

test('A-08 renews an expired passkey challenge by itself, and shows an error for an unknown passkey', async () => {
  vi.mocked(requestPasskey).mockResolvedValue(answer)
  let tries = 0
  fakeServer({
    startSignIn: () => question,
    'passkeys.signIn': () => {
      tries += 1
      throw tries === 1
        ? new ORPCError('CHALLENGE_EXPIRED', { message: 'That took too long.' })
        : new ORPCError('PASSKEY_UNKNOWN', { message: 'We do not know this passkey.' })
    },
  })
  await renderPart(<Part />)
  touch()
  expect(await screen.findByText('We do not know this passkey.')).toBeTruthy()
  expect(tries).toBe(2)
  expect(screen.queryByText('That took too long.')).toBeNull()
})
