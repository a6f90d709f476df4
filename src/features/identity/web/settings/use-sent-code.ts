import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toSendError } from '~/platform/rpc/reauthentication-error'
import { useResendTimer } from '../use-resend-timer'

type SentCode<Output> = {
  send: () => Promise<Output>
  /** Called before a code is sent; it clears the error of the last code. */
  onSend: () => void
  /** When another code may be sent, in milliseconds since 1970, if one was sent before the dialog opened. */
  resendAt?: number | undefined
}

/**
 * Sends a code when a dialog opens, and on request. A code sent less than a minute ago is used, because another one can't
 * be sent yet. For an older one, a new code is sent.
 */
export function useSentCode<Output>({ send, onSend, resendAt }: SentCode<Output>) {
  const again = useResendTimer(resendAt)
  const [isSent, setIsSent] = useState(() => resendAt !== undefined && resendAt > Date.now())
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: send,
    onMutate: onSend,
    onSuccess: () => {
      setIsSent(true)
      again.countFromNow()
    },
    onError: again.isEarly,
  })
  useEffect(() => {
    if (!isSent) mutate()
  }, [isSent, mutate])
  return {
    isSent,
    sent: data,
    sendCode: () => mutate(),
    // Also set if a code was sent less than a minute ago; the message then says so.
    error: error ? toSendError(error).message : undefined,
    resend: { busy: isPending, onResend: () => mutate(), from: again.resendAt },
  }
}
