import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'

/** Options from the server, passed to the library unchanged. */
type Options = { challenge: string }

// Loaded on demand, because few visitors need it.
const load = () => import('@simplewebauthn/browser')

/**
 * Creates a passkey or security key in the browser.
 * @throws an error that `findKeyErrorMessage` translates
 */
export async function createCredential(options: Options) {
  const { startRegistration } = await load()
  const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  // Copied to plain objects, because the type in the contract allows additional properties.
  const { response, clientExtensionResults } = made
  return { ...made, response: { ...response }, clientExtensionResults: { ...clientExtensionResults } }
}

const sentences: Readonly<Record<string, string>> = {
  // Browsers throw this error, too, if the person closed the dialog or let it time out.
  NotAllowedError: 'No key was added. Try again when you’re ready.',
  AbortError: 'No key was added. Try again when you’re ready.',
  InvalidStateError: 'This key is already on your account.',
  SecurityError: 'The browser doesn’t allow passkeys and security keys on this site’s address.',
  NotSupportedError: 'This device can’t create the kind of key we need. Try another one.',
  ConstraintError: 'This key can’t verify that it’s you. Set up a PIN or fingerprint on it first.',
}

/** Returns the message for a browser's WebAuthn error; undefined for other errors. */
export function findKeyErrorMessage(error: unknown): string | undefined {
  return error instanceof Error ? sentences[error.name] : undefined
}

const subscribeToNothing = () => () => undefined

/** Returns whether the browser supports WebAuthn; true on the server and in the first render. */
export function useSupportsPasskeys(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => typeof window.PublicKeyCredential === 'function',
    () => true,
  )
}
