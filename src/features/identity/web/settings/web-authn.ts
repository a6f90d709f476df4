import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'

/** As the server hands them over: the browser's own part reads them. */
type Options = { challenge: string }

// Only whoever presses the button needs it.
const load = () => import('@simplewebauthn/browser')

/** Makes a key in whatever the person chooses. Throws what `keySentence` has words for. */
export async function makeKey(options: Options) {
  const { startRegistration } = await load()
  const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  // Plain objects, which the contract lets have more than it names.
  const { response, clientExtensionResults } = made
  return { ...made, response: { ...response }, clientExtensionResults: { ...clientExtensionResults } }
}

const sentences: Readonly<Record<string, string>> = {
  // Also what the browser says when it was closed, or waited too long.
  NotAllowedError: 'Nothing came from it. Try again when you are ready.',
  AbortError: 'Nothing came from it. Try again when you are ready.',
  InvalidStateError: 'It is on your account already.',
  SecurityError: 'The browser does not allow keys at this address.',
  NotSupportedError: 'It cannot make the kind of key that we ask for. Try another one.',
  ConstraintError: 'It cannot check that it is you. Set a PIN or a fingerprint on it first.',
}

/** What a browser that made no key means; undefined when it was not the browser that failed. */
export function keySentence(error: unknown): string | undefined {
  return error instanceof Error ? sentences[error.name] : undefined
}

const never = () => () => undefined

/** Whether this browser knows keys at all; on the server, and in the first render, it is thought to. */
export function useKnowsKeys(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof window.PublicKeyCredential === 'function',
    () => true,
  )
}
