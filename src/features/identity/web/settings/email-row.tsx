import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { Note } from '~/design/note'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import type { OwnAccount } from '../../contract-account'
import { findEmailProblem } from '../form-problems'
import { identity } from '../queries'
import { AccountChangeDialog } from './change-dialogs'
import { SettingRow } from '~/design/setting-row'
import { useChange } from './use-change'
import styles from './settings-parts.module.css'

type EmailChange = NonNullable<OwnAccount['emailChange']>

/** Row with the email address, and a pending change with its missing confirmations. */
export function EmailRow({ account }: { account: OwnAccount }) {
  const { email, isEmailVerified, emailChange } = account
  const [isChanging, setIsChanging] = useState(false)
  const changer = useRef<HTMLButtonElement>(null)
  const resend = useMutation(
    identity.resendVerification.mutationOptions({
      onSuccess: ({ email: to }) => notify.success(`A new link is on its way to ${to}.`),
      onError: (error) => notify.error(getErrorMessage(error)),
    }),
  )
  const isUnconfirmed = email !== null && !isEmailVerified
  return (
    <SettingRow
      title="Email"
      badge={isUnconfirmed && <Badge tone="orange">not verified</Badge>}
      value={email ?? 'No email yet. Add one to buy tickets and get emails from us.'}
      end={
        <>
          {isUnconfirmed && emailChange === null && (
            <Button
              size="sm"
              variant="ghost"
              aria-label="Resend the verification email"
              busy={resend.isPending && 'Sending'}
              onClick={() => resend.mutate({})}
            >
              Resend
            </Button>
          )}
          <Button
            ref={changer}
            size="sm"
            aria-label={email === null ? 'Add an email' : 'Change email'}
            onClick={() => setIsChanging(true)}
          >
            {email === null ? 'Add' : 'Change'}
          </Button>
        </>
      }
    >
      {emailChange && (
        <PendingEmailChange
          change={emailChange}
          account={account}
          onRemoval={() => focusIfFocusLost(() => changer.current)}
        />
      )}
      {isChanging && <ChangeEmail account={account} onClose={() => setIsChanging(false)} />}
    </SettingRow>
  )
}

type WaitingProps = {
  change: EmailChange
  account: OwnAccount
  /** Called when the change was canceled, which removes this note and its focused button. */
  onRemoval: () => void
}

function PendingEmailChange({ change, account, onRemoval }: WaitingProps) {
  const { newEmail, waitsFor } = change
  const { email, isEmailVerified } = account
  const again = useChange({
    call: () => identity.account.requestEmail.call({ email: newEmail }),
    onDone: () => notify.success('New emails are on their way.'),
  })
  const cancel = useChange({
    call: () => identity.account.cancelEmail.call(),
    onDone: () => {
      notify.info('Your email address stays the same.')
      onRemoval()
    },
  })
  return (
    <Note tone="blue" icon={Mail}>
      <p>
        <b className="bold">{newEmail}</b> becomes your address once you open the link in{' '}
        {describeInboxesToConfirm(change, email)}.{/* An unverified address isn't asked to confirm. */}
        {isEmailVerified &&
          waitsFor.length === 1 &&
          ` The ${waitsFor[0] === 'new' ? 'old' : 'new'} address has confirmed.`}
      </p>
      <div className={classNames('row wrap', styles.emailActions)}>
        <Button
          size="sm"
          variant="outline"
          busy={again.isPending && 'Sending'}
          onClick={() => again.mutate()}
        >
          Send again
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label="Cancel email change"
          busy={cancel.isPending && 'Canceling'}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </Button>
      </div>
    </Note>
  )
}

function describeInboxesToConfirm({ waitsFor }: EmailChange, email: string | null): string {
  if (waitsFor.length === 2) return `both emails, there and to ${email ?? ''}`
  return waitsFor[0] === 'current' ? `the email to ${email ?? ''}` : 'the email sent there'
}

/** Dialog for an email change. Nothing changes before both addresses have confirmed. */
function ChangeEmail({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { email, isEmailVerified } = account
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const request = useChange({
    call: (wanted: string) => identity.account.requestEmail.call({ email: wanted }),
    onDone: () => {
      onClose()
      notify.success('Check your email.')
    },
    onFailed: (failure) => setError(getFieldErrors(failure)['email'] ?? getErrorMessage(failure)),
  })
  return (
    <AccountChangeDialog
      title={email === null ? 'Add your email' : 'Change your email'}
      description={
        email !== null && isEmailVerified
          ? `We email the new address and ${email}. Your address changes once you open the links in both emails.`
          : 'We email you a link. The address is added to your account once you open it.'
      }
      startAt={field}
      actionLabel="Send link"
      busy={request.isPending && 'Sending'}
      onClose={onClose}
      onSubmit={() => {
        const problem = findEmailProblem(typed)
        setError(problem)
        if (problem === undefined) request.mutate(typed)
        else field.current?.focus()
      }}
    >
      <TextField
        ref={field}
        label={email === null ? 'Email' : 'New email'}
        type="email"
        autoComplete="email"
        inputMode="email"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AccountChangeDialog>
  )
}
