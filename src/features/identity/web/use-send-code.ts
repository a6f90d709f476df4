import { useMutation } from '@tanstack/react-query'
import type { Captcha } from './captcha'
import { identity } from './queries'
import { inAMinute, waitAfter } from './use-again'

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
    onSuccess: (_, to) => onSent(to, inAMinute(), true),
    onError: (error, to) => {
      const wait = waitAfter(error)
      if (wait?.isEarly === true) onSent(to, wait.until, false)
      else onError(error)
    },
    onSettled: captcha.renew,
  })
}
