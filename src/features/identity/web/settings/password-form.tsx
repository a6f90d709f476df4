import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { PasswordField } from '~/design/password-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import { sendFault } from '~/platform/rpc/proof-fault'
import type { OwnAccount } from '../../contract-account'
import { PASSWORD_MIN } from '../../rules/password'
import { type Faults, newPasswordFault, pointAtFirst, typed } from '../form-faults'
import { identity } from '../queries'
import { CodeDialog } from './code-dialog'
import { accountQuery } from './settings-queries'
import { isGivenUp, useProof } from './use-proof'

/** A-08 a new password, or the first one. It signs out every other session. */
export function PasswordForm() {
  const { data } = useSuspenseQuery(accountQuery())
  return data.hasPassword || data.codeGoesTo !== null ? (
    <Form account={data} />
  ) : (
    <Note>Confirm an address or a number first: without one nobody can tell that it is you.</Note>
  )
}

type NewPassword = { password: string; currentPassword?: string; code?: string }

function Form({ account: { hasPassword, codeGoesTo, email, phone } }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  // A first password waits here for the code that stands for the one there is not.
  const [waiting, setWaiting] = useState<{ password: string }>()
  const [codeFault, setCodeFault] = useState<string>()
  const code = useMutation(
    identity.account.reauthenticate.mutationOptions({
      onMutate: () => setCodeFault(undefined),
      // One that was sent a moment ago is still good.
      onError: (error) => setCodeFault(sendFault(error).message),
    }),
  )
  const withProof = useProof()
  const change = useMutation({
    mutationFn: (input: NewPassword) => withProof(() => identity.account.changePassword.call(input)),
  })

  function save(input: NewPassword): void {
    change.mutate(input, {
      onSuccess: () => {
        setWaiting(undefined)
        form.current?.reset()
        notify.success(`Password ${hasPassword ? 'changed' : 'set'}. Every other session is signed out.`)
        void queryClient.invalidateQueries({ queryKey: identity.key() })
      },
      onError: (error) => {
        if (isGivenUp(error)) return undefined
        if (hasCode(error, 'CODE_WRONG')) return setCodeFault(errorMessage(error))
        setWaiting(undefined)
        const found = faultsOf(error)
        setFaults(found)
        if (form.current === null || pointAtFirst(form.current, found)) notify.error(errorMessage(error))
      },
    })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const currentPassword = typed(event.currentTarget, 'currentPassword')
    const password = typed(event.currentTarget, 'password')
    const found = {
      currentPassword: hasPassword && currentPassword === '' ? 'Enter your current password.' : undefined,
      password: newPasswordFault(password),
    }
    setFaults(found)
    if (!pointAtFirst(event.currentTarget, found)) return
    if (hasPassword) save({ password, currentPassword })
    else {
      setWaiting({ password })
      code.mutate(undefined)
    }
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        className="stack"
        noValidate
        aria-label={hasPassword ? 'Change password' : 'Set a password'}
        onSubmit={submit}
      >
        {/* Tells a password manager whose it is. */}
        <input type="text" autoComplete="username" value={email ?? phone ?? ''} readOnly hidden />
        <div className="f2">
          {hasPassword && (
            <PasswordField
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              error={faults['currentPassword']}
            />
          )}
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            help={`${PASSWORD_MIN} characters or more. Length beats symbols.`}
            error={faults['password']}
          />
        </div>
        <Button className="set-start" type="submit" busy={change.isPending && 'One moment'}>
          {hasPassword ? 'Change password' : 'Set a password'}
        </Button>
      </form>
      {waiting && (
        <CodeDialog
          title="Is it you?"
          description={`You have no password yet, so we send six digits to ${codeGoesTo?.to ?? 'you'}.`}
          actLabel="Set the password"
          busy={change.isPending && 'Setting it'}
          error={codeFault}
          resend={{ busy: code.isPending, onResend: () => code.mutate(undefined) }}
          onSubmit={(digits) => save({ password: waiting.password, code: digits })}
          onClose={() => setWaiting(undefined)}
        />
      )}
    </>
  )
}

/** What was said, at the field that it is about. */
function faultsOf(error: unknown): Faults {
  const message = errorMessage(error)
  if (hasCode(error, 'WRONG_PASSWORD')) return { currentPassword: message }
  if (hasCode(error, 'SAME_PASSWORD') || hasCode(error, 'PASSWORD_LEAKED')) return { password: message }
  return fieldErrors(error)
}
