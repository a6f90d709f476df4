// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestPasskey, type PasskeyResponse, cancelPasskeyRequest } from './request-passkey'
import { identity } from './queries'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'
import { usePasskey } from './use-passkey'
import { usePasskeyAutofill } from './use-passkey-autofill'

vi.mock(import('./request-passkey'), () => ({
  requestPasskey: vi.fn<typeof requestPasskey>(),
  cancelPasskeyRequest: vi.fn<typeof cancelPasskeyRequest>(),
}))
const answerAs = (id: string) => ({ id }) as unknown as PasskeyResponse
const entered = { me: juno, landingPath: '/events/7' }
const captcha = { settings: null, proof: {}, problem: undefined, renew: () => undefined }
let atField = Promise.withResolvers<PasskeyResponse | undefined>()
let inDialog = Promise.withResolvers<PasskeyResponse | undefined>()

beforeEach(() => {
  atField = Promise.withResolvers()
  inDialog = Promise.withResolvers()
  vi.mocked(cancelPasskeyRequest).mockReset()
  vi.mocked(requestPasskey).mockReset()
  vi.mocked(requestPasskey).mockImplementation((_, how) =>
    how?.isAutofill === true ? atField.promise : inDialog.promise,
  )
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true })
})
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

function Part() {
  usePasskeyAutofill({ next: '/events/7', isOn: true })
  const { request } = usePasskey({ next: '/events/7', captcha: captcha as never })
  return <button onClick={request}>Passkey</button>
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Passkey' }))
const offered = () => waitFor(() => expect(requestPasskey).toHaveBeenCalledOnce())
const settle = () => act(() => vi.dynamicImportSettled())

test('A-08 one touch of the key that answers both autofill and the button starts one session', async () => {
  const { asked } = fakeServer({
    startSignIn: () => ({ challengeId: 'c1', options: { challenge: 'xyz' } }),
    'passkeys.signIn': () => entered,
  })
  const { queryClient, path } = await renderPart(<Part />)
  fireEvent.pointerMove(window)
  await offered()
  await press()
  // By this key, the page knows that this tab is signing in.
  expect(queryClient.isMutating({ mutationKey: identity.passkeys.signIn.mutationKey() })).toBe(1)
  expect(cancelPasskeyRequest).toHaveBeenCalled()
  atField.resolve(answerAs('field'))
  inDialog.resolve(answerAs('dialog'))
  expect(await path()).toBe('/events/7')
  await settle()
  const sent = asked.filter(([call]) => call === 'passkeys.signIn').map(([, input]) => input)
  expect(sent).toEqual([{ challengeId: 'c1', authentication: answerAs('dialog'), next: '/events/7' }])
})

test('A-08 while an autofill response is being sent, the button starts no second request', async () => {
  const reply = Promise.withResolvers<typeof entered>()
  const { asked } = fakeServer({
    startSignIn: () => ({ challengeId: 'c1', options: { challenge: 'xyz' } }),
    'passkeys.signIn': () => reply.promise,
  })
  const { path } = await renderPart(<Part />)
  fireEvent.pointerMove(window)
  await offered()
  atField.resolve(answerAs('field'))
  await waitFor(() => expect(asked).toHaveLength(2))
  await press()
  inDialog.resolve(answerAs('dialog'))
  await settle()
  reply.resolve(entered)
  expect(await path()).toBe('/events/7')
  expect(asked.map(([call]) => call)).toEqual(['startSignIn', 'passkeys.signIn'])
})

test('A-08 an autofill challenge that arrives after leaving the page is ignored', async () => {
  const question = Promise.withResolvers<object>()
  const { asked } = fakeServer({ startSignIn: () => question.promise, 'passkeys.signIn': () => entered })
  await renderPart(<Part />)
  fireEvent.pointerMove(window)
  await waitFor(() => expect(asked).toHaveLength(1))
  clearParts()
  fakeServer({})
  question.resolve({ challengeId: 'c1', options: { challenge: 'xyz' } })
  await settle()
  expect(requestPasskey).not.toHaveBeenCalled()
})
