import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { identity, type Me } from './queries'

// Loaded on demand, because few people need it and the banner is on every page.
const VerifyCodeForm = lazy(async () => ({ default: (await import('./verify-code-form')).VerifyCodeForm }))
const ResendButton = lazy(async () => ({ default: (await import('./resend-button')).ResendButton }))
const loadResendTimer = () => import('./use-resend-timer')

/**
 * Reminds a signed-in person to verify their email. Renders nothing for verified accounts and accounts without an
 * email.
 */
export function VerifyBanner({ me }: { me: Me | null }) {
  const [isTyping, setTyping] = useState(false)
  const [sent, setSent] = useState(0)
  const [resendAt, setResendAt] = useState<number>()
  const resend = useMutation({
    ...identity.resendVerification.mutationOptions(),
    onSuccess: async ({ email }) => {
      setSent((before) => before + 1)
      notify.success(
        isTyping
          ? `A new code is on its way to ${email}. The old one no longer works.`
          : `A new link is on its way to ${email}.`,
      )
      setResendAt((await loadResendTimer()).getNextResendTime())
    },
    onError: async (error) => {
      const wait = (await loadResendTimer()).findRetryTime(error)
      if (wait !== undefined) setResendAt(wait.until)
      if (wait?.isEarly !== true) notify.error(getErrorMessage(error))
    },
  })
  const send = () => resend.mutate({})
  if (me === null || me.email === null || me.isEmailVerified) return null
  return (
    <Note tone="orange" icon={Mail}>
      <div className="row wrap">
        <span>Please check your email for verification. We emailed {me.email}.</span>
        {resendAt === undefined ? (
          <Button size="sm" variant="outline" busy={resend.isPending && 'Sending'} onClick={send}>
            Send again
          </Button>
        ) : (
          <Suspense>
            <ResendButton autoFocus from={resendAt} isSending={resend.isPending} onSend={send} />
          </Suspense>
        )}
        {!isTyping && (
          <Button size="sm" variant="ghost" onClick={() => setTyping(true)}>
            Enter code
          </Button>
        )}
      </div>
      {isTyping && (
        <Suspense>
          {/* A new code empties the field. */}
          <VerifyCodeForm key={sent} />
        </Suspense>
      )}
    </Note>
  )
}
