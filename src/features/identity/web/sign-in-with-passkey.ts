import { identity, type Me } from './queries'

type Entered = { me: Me | null; landingPath: string }
type SignIn = {
  /** Whether the browser offers passkeys at the field instead of in a dialog. */
  isAutofill?: boolean
  next: string | undefined
  proof?: { captcha?: string }
  /** Returns false once the page is left. */
  isPageOpen?: () => boolean
  enter: (entered: Entered) => Promise<void>
}

// One touch of a key may answer the dialog and the autofill request. Each response would start a session, so only one
// is sent.
let dialogs = 0
let isEntering = false

/**
 * Requests a passkey from the browser and signs in with it. A dialog aborts the autofill request. While a response is
 * being sent, nothing is requested. Returns `none` if the person chose no passkey, and `elsewhere` if the other request
 * signs in.
 */
export async function signInWithPasskey(how: SignIn): Promise<'entered' | 'none' | 'elsewhere'> {
  const { isAutofill = false, next, proof, isPageOpen = () => true, enter } = how
  const canContinue = () => !isEntering && isPageOpen() && (!isAutofill || dialogs === 0)
  if (!canContinue()) return 'elsewhere'
  if (!isAutofill) dialogs += 1
  try {
    const { requestPasskey, cancelPasskeyRequest } = await import('./request-passkey')
    if (!isAutofill) cancelPasskeyRequest()
    const { challengeId, options } = await identity.passkeys.startSignIn.call({ ...proof })
    if (!canContinue()) return 'elsewhere'
    const authentication = await requestPasskey(options, { isAutofill })
    if (!canContinue()) return 'elsewhere'
    if (authentication === undefined) return 'none'
    isEntering = true
    try {
      await enter(await identity.passkeys.signIn.call({ challengeId, authentication, next }))
    } finally {
      isEntering = false
    }
    return 'entered'
  } finally {
    if (!isAutofill) dialogs -= 1
  }
}
