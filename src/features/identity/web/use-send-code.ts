import { useMutation } from '@tanstack/react-query'
import type { Captcha } from './captcha'
import { identity } from './queries'
import { AGAIN_SECONDS, waitOf } from './use-again'

/** Where a code goes: one of the two. */
export type Destination = { email: string; phone?: undefined } | { phone: string; email?: undefined }

type SendCode = {
  next: string | undefined
  captcha: Captcha
  /** `againAt`: milliseconds since 1970, when another may be asked for; `isNew`: it was sent just now, and not before. */
  onSent: (to: Destination, againAt: number, isNew: boolean) => void
  onError: (error: Error) => void
}

/** Sends a one-time code. Asked for again within the minute it is no failure: the one before is there to be typed. */
export function useSendCode({ next, captcha, onSent, onError }: SendCode) {
  return useMutation({
    mutationFn: (to: Destination) => identity.codes.send.call({ ...to, next, ...captcha.proof }),
    onSuccess: (_, to) => onSent(to, Date.now() + AGAIN_SECONDS * 1000, true),
    onError: (error, to) => {
      const wait = waitOf(error)
      if (wait !== undefined && wait <= AGAIN_SECONDS) onSent(to, Date.now() + wait * 1000, false)
      else onError(error)
    },
    onSettled: captcha.renew,
  })
}
