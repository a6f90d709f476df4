import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { identity } from './queries'

// Import this module dynamically, because its library is large and most visitors don't need it.

type Options = { challenge: string; [more: string]: unknown }
/** The response type that `factors.verify` accepts. It allows properties that future browsers may add. */
export type PasskeyResponse = NonNullable<
  Parameters<typeof identity.factors.verify.call>[0]['authentication']
>

// Browsers allow one WebAuthn request at a time; a new one aborts the previous one.
let isDialogOpen = false

/**
 * Requests a passkey or security key in the browser's dialog. With `isAutofill`, the browser offers passkeys in the
 * email field instead, until another request starts. Such a request never replaces a dialog. Returns undefined if the
 * person closed the dialog, let it time out or has no matching key, because browsers don't distinguish these cases.
 */
export async function requestPasskey(
  options: Options,
  { isAutofill = false } = {},
): Promise<PasskeyResponse | undefined> {
  if (isAutofill && isDialogOpen) return undefined
  if (!isAutofill) isDialogOpen = true
  // The type is correct, because the server part of the same library created the options.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  try {
    const { response, clientExtensionResults, ...credential } = await startAuthentication({
      optionsJSON,
      useBrowserAutofill: isAutofill,
    })
    return { ...credential, response: { ...response }, clientExtensionResults: { ...clientExtensionResults } }
  } catch (error) {
    if (isCancellation(error)) return undefined
    throw error
  } finally {
    if (!isAutofill) isDialogOpen = false
  }
}

/** Aborts the browser's pending request. */
export function cancelPasskeyRequest(): void {
  WebAuthnAbortService.cancelCeremony()
}

function isCancellation(error: unknown): boolean {
  if (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') return true
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
