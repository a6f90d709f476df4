import { useEffect, useEffectEvent } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { signInWithPasskey } from './sign-in-with-passkey'
import { useAfterSignIn } from './use-after-sign-in'

// A new challenge is requested this often, because the server's challenge is valid for only five minutes.
const RENEW_MS = 4 * 60 * 1000
const SIGNS_OF_A_PERSON = ['pointermove', 'touchstart', 'keydown', 'focusin'] as const

/**
 * Lets the browser offer passkeys at the field with `autocomplete="username webauthn"`; choosing one signs in. The
 * challenge is fetched on the first interaction, because most bot visits have none.
 */
export function usePasskeyAutofill({ next, isOn }: { next: string | undefined; isOn: boolean }): void {
  const enter = useAfterSignIn()
  const signIn = useEffectEvent((isPageOpen: () => boolean) =>
    signInWithPasskey({ isAutofill: true, next, isPageOpen, enter }),
  )

  useEffect(() => {
    if (!isOn || !('PublicKeyCredential' in window)) return undefined
    let renewal: ReturnType<typeof setInterval> | undefined
    let isOver = false
    const offer = () => {
      if (isOver || document.hidden) return
      // The person didn't start this request, so only the error for a chosen passkey is shown.
      signIn(() => !isOver).catch((error: unknown) => {
        if (hasErrorCode(error, 'CHALLENGE_EXPIRED')) offer()
        else if (hasErrorCode(error, 'PASSKEY_UNKNOWN') || hasErrorCode(error, 'ACCOUNT_SUSPENDED'))
          notify.error(getErrorMessage(error))
      })
    }
    const begin = () => {
      forget()
      void offerWherePossible()
    }
    const offerWherePossible = async () => {
      if (!(await canAutofill()) || isOver) return
      offer()
      renewal = setInterval(offer, RENEW_MS)
    }
    const forget = () => {
      for (const sign of SIGNS_OF_A_PERSON) window.removeEventListener(sign, begin)
    }
    for (const sign of SIGNS_OF_A_PERSON) window.addEventListener(sign, begin, { passive: true })
    return () => {
      isOver = true
      forget()
      clearInterval(renewal)
      if (renewal !== undefined)
        void import('./request-passkey').then(({ cancelPasskeyRequest }) => cancelPasskeyRequest())
    }
  }, [isOn])
}

async function canAutofill(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}
