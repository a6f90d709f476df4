import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'

/** Options from the server, passed to the library unchanged. */
type Options = { challenge: string }

// Loaded on demand: only few visitors need it.
const load = () => import('@simplewebauthn/browser')

/**
 * Creates a passkey or security key in the browser.
 * @throws an error that `keySentence` translates
 */
export async function makeKey(options: Options) {
  const { startRegistration } = await load()
  const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  // Plain objects: the contract's type allows extra properties.
  const { response, clientExtensionResults } = made
  return { ...made, response: { ...response }, clientExtensionResults: { ...clientExtensionResults } }
}

const sentences: Readonly<Record<string, string>> = {
  // Browsers also use this error when the dialog was closed or timed out.
  NotAllowedError: 'Nothing came from it. Try again when you are ready.',
  AbortError: 'Nothing came from it. Try again when you are ready.',
  InvalidStateError: 'It is on your account already.',
  SecurityError: 'The browser does not allow keys at this address.',
  NotSupportedError: 'It cannot make the kind of key that we ask for. Try another one.',
  ConstraintError: 'It cannot check that it is you. Set a PIN or a fingerprint on it first.',
}

/** Returns the message for a browser's WebAuthn error; undefined for other errors. */
export function keySentence(error: unknown): string | undefined {
  return error instanceof Error ? sentences[error.name] : undefined
}

const never = () => () => undefined

/** Returns whether the browser supports WebAuthn; true on the server and in the first render. */
export function useKnowsKeys(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof window.PublicKeyCredential === 'function',
    () => true,
  )
}
