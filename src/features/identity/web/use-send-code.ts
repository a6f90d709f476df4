import { useMutation } from '@tanstack/react-query'
import type { Captcha } from './captcha'
import { identity } from './queries'
import { getNextResendTime, findRetryTime } from './use-resend-timer'

/** Where a code is sent: an email address or a phone number. */
export type Destination = { email: string; phone?: undefined } | { phone: string; email?: undefined }

type SendCode = {
  next: string | undefined
  captcha: Captcha
  /**
   * `resendAt` is when another code may be requested, in milliseconds since 1970. Without `isNew`, no code was sent,
   * because the previous one is still valid.
   */
  onSent: (to: Destination, resendAt: number, isNew: boolean) => void
  onError: (error: Error) => void
}

/** Sends a one-time code. A repeated request within the minute counts as success: the previous code is still valid. */
export function useSendCode({ next, captcha, onSent, onError }: SendCode) {
  return useMutation({
    mutationFn: (to: Destination) => identity.codes.send.call({ ...to, next, ...captcha.proof }),
    onSuccess: (_, to) => onSent(to, getNextResendTime(), true),
    onError: (error, to) => {
      const wait = findRetryTime(error)
      if (wait?.isEarly === true) onSent(to, wait.until, false)
      else onError(error)
    },
    onSettled: captcha.renew,
  })
}
