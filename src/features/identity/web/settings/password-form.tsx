import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Form } from '~/design/form'
import { Note } from '~/design/note'
import { PasswordField } from '~/design/password-field'
import { notify } from '~/design/toast'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import { toSendError } from '~/platform/rpc/reauthentication-error'
import { type Problems, useForm } from '~/platform/rpc/use-form'
import type { OwnAccount } from '../../contract-account'
import { PASSWORD_MIN } from '../../rules/password'
import { findNewPasswordProblem } from '../form-problems'
import { identity } from '../queries'
import { CodeDialog } from './code-dialog'
import { accountQuery } from './settings-queries'
import { isReauthenticationCancelled, useWithReauthentication } from './use-with-reauthentication'
import styles from './settings-parts.module.css'

/** form for a new or the first password. Every other session is signed out. */
export function PasswordForm() {
  const { data } = useSuspenseQuery(accountQuery())
  return data.hasPassword || data.codeDestination !== null ? (
    <ChangePassword account={data} />
  ) : (
    <Note>Verify an email address or phone number first: without one we can’t confirm that it’s you.</Note>
  )
}

type NewPassword = { password: string; currentPassword?: string; code?: string }

function ChangePassword({
  account: { hasPassword, codeDestination, email, phone },
}: {
  account: OwnAccount
}) {
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  // The new password of an account without one, until the person enters the code.
  const [waiting, setWaiting] = useState<{ password: string }>()
  const [codeProblem, setCodeProblem] = useState<string>()
  const code = useMutation(
    identity.account.reauthenticate.mutationOptions({
      onMutate: () => setCodeProblem(undefined),
      // The server may refuse to send a code because it sent one less than a minute ago. That code is still valid.
      onError: (error) => setCodeProblem(toSendError(error).message),
    }),
  )
  const withReauthentication = useWithReauthentication()
  const form = useForm({
    blank: { currentPassword: '', password: '' },
    parse: ({ currentPassword, password }): { problems: Problems; input: NewPassword } => ({
      problems: {
        currentPassword: hasPassword && currentPassword === '' ? 'Enter your current password.' : undefined,
        password: findNewPasswordProblem(password),
      },
      input: { password, ...(hasPassword && { currentPassword }) },
    }),
    send: (input) => withReauthentication(() => identity.account.changePassword.call(input)),
    onDone: () => {
      setWaiting(undefined)
      element.current?.reset()
      notify.success(`Password ${hasPassword ? 'changed' : 'set'}. Every other session is signed out.`)
      void queryClient.invalidateQueries({ queryKey: identity.key() })
    },
    findProblems,
    onError: (error, { isAtField }) => {
      if (isReauthenticationCancelled(error)) return
      if (hasErrorCode(error, 'CODE_WRONG')) return setCodeProblem(getErrorMessage(error))
      setWaiting(undefined)
      if (!isAtField) notify.error(getErrorMessage(error))
    },
  })

  function submit(shown: HTMLFormElement) {
    if (hasPassword) return form.submit(shown)
    const found = form.read(shown)
    if (found === undefined) return
    setWaiting(found.input)
    code.mutate(undefined)
  }

  return (
    <>
      <Form
        ref={element}
        method="post"
        className="stack"
        isBusy={form.isSending}
        aria-label={hasPassword ? 'Change password' : 'Set a password'}
        onSubmit={submit}
      >
        {/* Gives password managers the account of this password. */}
        <input type="text" autoComplete="username" value={email ?? phone ?? ''} readOnly hidden />
        <div className="columns-2">
          {hasPassword && (
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              {...form.native('currentPassword')}
            />
          )}
          <PasswordField
            label="New password"
            autoComplete="new-password"
            help={`${PASSWORD_MIN} characters or more. A longer password is safer.`}
            {...form.native('password')}
          />
        </div>
        <Button className={styles.start} type="submit" busy={form.isSending && 'One moment'}>
          {hasPassword ? 'Change password' : 'Set a password'}
        </Button>
      </Form>
      {waiting && (
        <CodeDialog
          title="Is it you?"
          description={`You have no password yet, so we send a code to ${codeDestination?.to ?? 'you'}.`}
          actionLabel="Set password"
          busy={form.isSending && 'Setting password'}
          error={codeProblem}
          resend={{ busy: code.isPending, onResend: () => code.mutate(undefined) }}
          onSubmit={(digits) => form.send({ password: waiting.password, code: digits })}
          onClose={() => setWaiting(undefined)}
        />
      )}
    </>
  )
}

/** Returns the messages for a server error, by form field. */
function findProblems(error: unknown): Record<string, string> {
  const message = getErrorMessage(error)
  if (hasErrorCode(error, 'WRONG_PASSWORD')) return { currentPassword: message }
  if (hasErrorCode(error, 'SAME_PASSWORD') || hasErrorCode(error, 'PASSWORD_LEAKED'))
    return { password: message }
  return getFieldErrors(error)
}
