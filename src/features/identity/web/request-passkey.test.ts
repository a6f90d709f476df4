import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser'
import { afterEach, expect, test, vi } from 'vitest'
import { requestPasskey } from './request-passkey'

vi.mock(import('@simplewebauthn/browser'), async (original) => ({
  ...(await original()),
  startAuthentication: vi.fn<typeof startAuthentication>(),
}))
afterEach(() => vi.mocked(startAuthentication).mockReset())

const options = { challenge: 'xyz' }
type Answer = Awaited<ReturnType<typeof startAuthentication>>
const answer = { id: 'key', response: {}, clientExtensionResults: {} } as unknown as Answer

test('A-08 an autofill request never closes a passkey dialog that the person opened', async () => {
  const dialog = Promise.withResolvers<Answer>()
  vi.mocked(startAuthentication).mockReturnValueOnce(dialog.promise).mockResolvedValue(answer)
  const asked = requestPasskey(options)
  expect(await requestPasskey(options, { isAutofill: true })).toBeUndefined()
  expect(startAuthentication).toHaveBeenCalledOnce()
  dialog.resolve(answer)
  expect(await asked).toEqual(answer)
  expect(await requestPasskey(options, { isAutofill: true })).toEqual(answer)
})

test.each([
  ['the dialog is closed, or no key matches', new DOMException('no', 'NotAllowedError')],
  [
    'another request replaces it',
    new WebAuthnError({
      message: 'no',
      code: 'ERROR_CEREMONY_ABORTED',
      cause: new DOMException('', 'AbortError'),
    }),
  ],
])('A-08 closing the dialog is not an error: %s', async (_, error) => {
  vi.mocked(startAuthentication).mockRejectedValueOnce(error).mockResolvedValue(answer)
  expect(await requestPasskey(options)).toBeUndefined()
  expect(await requestPasskey(options, { isAutofill: true })).toEqual(answer)
})

test('unexpected passkey errors are thrown', async () => {
  vi.mocked(startAuthentication).mockRejectedValue(new Error('out of paper'))
  await expect(requestPasskey(options)).rejects.toThrow('out of paper')
})
