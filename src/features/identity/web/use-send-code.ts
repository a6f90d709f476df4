import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { hasCode } from '~/platform/rpc/errors'
import type { Captcha } from './captcha'
import { identity } from './queries'

const AGAIN_SECONDS = 60

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
      const wait = hasCode(error, 'TOO_MANY_REQUESTS') ? waitOf(error) : undefined
      if (wait !== undefined && wait <= AGAIN_SECONDS) onSent(to, Date.now() + wait * 1000, false)
      else onError(error)
    },
    onSettled: captcha.renew,
  })
}

/** Seconds until the service hears it again, where it says so. */
export function waitOf(error: unknown): number | undefined {
  if (!(error instanceof ORPCError)) return undefined
  const data: unknown = error.data
  const isSaid = typeof data === 'object' && data !== null && 'retryAfterSeconds' in data
  return isSaid && typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : undefined
}
