import { type ReactNode, useCallback, useState, useRef } from 'react'
import { hasErrorCode, getErrorMessage } from '~/platform/rpc/errors'
import { useFactorChallenges, type FactorChallenges } from '../use-factor-challenges'
import {
  IsReauthenticatingContext,
  cancelledByUser,
  WithReauthenticationContext,
  type WithReauthentication,
} from './use-with-reauthentication'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import { FormDialog } from '~/design/form-dialog'
import { PasswordField } from '~/design/password-field'
import { useForm } from '~/platform/rpc/use-form'
import { identity } from '../queries'
import { CodeDialog } from './code-dialog'
import { ReauthenticateByFactor } from './reauthenticate-by-factor'
import { accountQuery } from './settings-queries'
import { useSentCode } from './use-sent-code'

type ReauthenticationDialogProps = {
  /** The challenges of earlier attempts. A code that was texted for one of them may still be valid. */
  factors: FactorChallenges
  explanation: string
  onReauthenticated: () => void
  onClose: () => void
}

type ShownProps = Omit<ReauthenticationDialogProps, 'factors'>

const title = 'Is it you?'

const defaultExplanation = 'This changes how you sign in, so please confirm that it’s you.'

type ByPasswordProps = ShownProps & { instead: string; onInstead: (() => void) | undefined }

type PendingCall = { explanation: string; resolve: () => void; reject: (reason: Error) => void }

/** When the server requires reauthentication, shows its dialog and then repeats the refused call. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<PendingCall>()
  const factors = useFactorChallenges()
  const withReauthentication = useCallback<WithReauthentication>(
    async (run, explanation = defaultExplanation) => {
      try {
        return await run()
      } catch (error) {
        if (!hasErrorCode(error, 'REAUTHENTICATION_REQUIRED')) throw error
        await new Promise<void>((resolve, reject) => setPending({ explanation, resolve, reject }))
        return run()
      }
    },
    [],
  )
  return (
    <WithReauthenticationContext value={withReauthentication}>
      <IsReauthenticatingContext value={pending !== undefined}>{children}</IsReauthenticatingContext>
      {pending && (
        <ReauthenticationDialog
          factors={factors}
          explanation={pending.explanation}
          onReauthenticated={() => {
            setPending(undefined)
            factors.forget()
            pending.resolve()
          }}
          onClose={() => {
            setPending(undefined)
            pending.reject(cancelledByUser)
          }}
        />
      )}
    </WithReauthenticationContext>
  )
}

/**
 * Verifies that the caller is the signed-in person: by the password, or by a code to their email or phone. With
 * two-step verification, a factor replaces the code, because the mailbox may be open in the same browser.
 */
function ReauthenticationDialog({ factors, ...props }: ReauthenticationDialogProps) {
  const { hasPassword, hasSecondFactor, codeDestination } = useSuspenseQuery(accountQuery()).data
  const [isInstead, setIsInstead] = useState(!hasPassword)
  if (!isInstead)
    return (
      <ReauthenticateByPassword
        {...props}
        instead={hasSecondFactor ? 'Use two-step verification instead' : 'Use a code instead'}
        onInstead={hasSecondFactor || codeDestination !== null ? () => setIsInstead(true) : undefined}
      />
    )
  if (hasSecondFactor)
    return (
      <ReauthenticateByFactor
        {...props}
        title={title}
        lead={props.explanation}
        challenges={factors.challenges}
        onChallenged={factors.keep}
        instead={hasPassword ? () => setIsInstead(false) : undefined}
      />
    )
  return codeDestination === null ? <CannotReauthenticate {...props} /> : <ReauthenticateByCode {...props} />
}

function ReauthenticateByPassword(props: ByPasswordProps) {
  const { explanation, onReauthenticated, onClose, instead, onInstead } = props
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    blank: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'Enter your password.' : undefined }),
    send: (input) => identity.proof.give.call(input),
    onDone: onReauthenticated,
    findProblems: (error) => ({ password: getErrorMessage(error) }),
    onError: () => field.current?.select(),
  })
  return (
    <FormDialog
      title={title}
      description={explanation}
      startAt={field}
      actionLabel="Continue"
      busy={form.isSending && 'Checking'}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <PasswordField
        ref={field}
        label="Password"
        autoComplete="current-password"
        {...form.text('password')}
      />
      {onInstead && (
        <Button flush="start" size="sm" variant="ghost" onClick={onInstead}>
          {instead}
        </Button>
      )}
    </FormDialog>
  )
}

function ReauthenticateByCode({ explanation, onReauthenticated, onClose }: ShownProps) {
  const give = useMutation(identity.proof.give.mutationOptions({ onSuccess: onReauthenticated }))
  const { sent, error, resend } = useSentCode({
    send: () => identity.account.reauthenticate.call(),
    onSend: give.reset,
  })
  return (
    <CodeDialog
      title={title}
      description={sent === undefined ? explanation : `${explanation} We sent a code to ${sent.to}.`}
      actionLabel="Continue"
      busy={give.isPending && 'Checking'}
      error={give.error ? getErrorMessage(give.error) : error}
      resend={resend}
      onSubmit={(code) => give.mutate({ code })}
      onClose={onClose}
    />
  )
}

/**
 * Shown if the account has no password and no contact that can get a code, because only a new sign-in can verify the
 * person then.
 */
function CannotReauthenticate({ explanation, onClose }: Pick<ShownProps, 'explanation' | 'onClose'>) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={`${explanation} You have no password, and we have no address to send a code to. Sign out, sign in again the same way, and try again.`}
      actions={<Button onClick={onClose}>Close</Button>}
    />
  )
}
