import { identity, type Me } from './queries'

type Entered = { me: Me | null; landingPath: string }
type SignIn = {
  /** An offer at the field, and no dialog that somebody asked for. */
  isAutofill?: boolean
  next: string | undefined
  proof?: { captcha?: string }
  /** False from when the page is left. */
  isWanted?: () => boolean
  enter: (entered: Entered) => Promise<void>
}

// Both may be answered by one press of a key, and every answer that is sent makes a session: one of them at a time is heard.
let dialogs = 0
let isEntering = false

/**
 * Asks the browser for a passkey and signs in with it. The dialog ends the offer at the field, whose answer is not sent any more; while
 * an answer is on its way nothing is asked. `none`: the person chose no passkey; `elsewhere`: the other one signs in, or has to.
 */
export async function signInWithPasskey(how: SignIn): Promise<'entered' | 'none' | 'elsewhere'> {
  const { isAutofill = false, next, proof, isWanted = () => true, enter } = how
  const mayGoOn = () => !isEntering && isWanted() && (!isAutofill || dialogs === 0)
  if (!mayGoOn()) return 'elsewhere'
  if (!isAutofill) dialogs += 1
  try {
    const { askPasskey, stopAsking } = await import('./ask-passkey')
    if (!isAutofill) stopAsking()
    const { challengeId, options } = await identity.passkeys.startSignIn.call({ ...proof })
    if (!mayGoOn()) return 'elsewhere'
    const authentication = await askPasskey(options, { isAutofill })
    if (!mayGoOn()) return 'elsewhere'
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
