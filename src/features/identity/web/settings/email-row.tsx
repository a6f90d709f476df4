import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { OwnAccount } from '../../contract-account'
import { identity } from '../queries'
import { ChangeEmail } from './change-email'
import { SettingRow } from './setting-row'
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
      onError: (error) => notify.error(errorMessage(error)),
    }),
  )
  const isUnconfirmed = email !== null && !isEmailVerified
  return (
    <SettingRow
      title="Email"
      badge={isUnconfirmed && <Badge tone="orange">not verified</Badge>}
      value={email ?? 'None. You need one for tickets and emails.'}
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
  /** Called when the change was cancelled, which removes this note and its focused button. */
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
        <b className="bold">{newEmail}</b> becomes your address once you press the link in{' '}
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
          busy={cancel.isPending && 'Cancelling'}
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
