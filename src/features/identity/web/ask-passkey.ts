import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { identity } from './queries'

// Only ever imported when somebody wants it: with its library it is nothing that a page needs at once.

type Options = { challenge: string; [more: string]: unknown }
/** As its calls take it, which keep what later versions of browsers add. */
export type PasskeyAnswer = NonNullable<Parameters<typeof identity.factors.verify.call>[0]['authentication']>

// A browser is asked one thing at a time, and what is asked last ends what was asked before.
let isDialogOpen = false

/**
 * The browser's own dialog for a passkey or a security key; `isAutofill`: no dialog, but an offer at the field that is made for
 * it, for as long as nothing else is asked, and never in place of a dialog. Undefined: the person closed it, let it run out, or has no key that fits, which
 * browsers do not tell apart.
 */
export async function askPasskey(
  options: Options,
  { isAutofill = false } = {},
): Promise<PasskeyAnswer | undefined> {
  if (isAutofill && isDialogOpen) return undefined
  if (!isAutofill) isDialogOpen = true
  // As the server's half of the same library made them.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  try {
    const { response, clientExtensionResults, ...answer } = await startAuthentication({
      optionsJSON,
      useBrowserAutofill: isAutofill,
    })
    return { ...answer, response: { ...response }, clientExtensionResults: { ...clientExtensionResults } }
  } catch (error) {
    if (wasLeft(error)) return undefined
    throw error
  } finally {
    if (!isAutofill) isDialogOpen = false
  }
}

/** Takes back what the browser was asked. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony()
}

function wasLeft(error: unknown): boolean {
  if (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') return true
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
