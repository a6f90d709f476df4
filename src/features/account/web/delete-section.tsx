import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { formatShortDate } from '~/lib/time'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { RemovalView } from '../contract-shapes'
import { ACCOUNT_DELETED, LAST_ADMIN } from '../rules/messages'
import { type Reauthentication, runDirectly, isNeverCancelled } from './reauthentication'
import { removalQuery, account } from './queries'
import { removalLabels } from './removal-labels'
import styles from './own-data.module.css'
import { FormDialog } from '~/design/form-dialog'
import { useReauthenticationField } from '~/design/use-reauthentication-field'
import { ReauthenticationField } from '~/design/reauthentication-field'
import { toSendError } from '~/platform/rpc/reauthentication-error'
import { useForm } from '~/platform/rpc/use-form'

type DeleteDialogProps = {
  confirmBy: RemovalView['confirmBy']
  isOpen: boolean
  /** Asks for two-step verification if the account has it, because an emailed or texted code is then not enough. */
  withReauthentication: Reauthentication['withReauthentication']
  onClose: () => void
  /** The dialog stays open until the returned promise settles. */
  onRemoval: () => void | Promise<void>
  /** Called if the deletion fails for a reason other than a wrong password or code. */
  onRefused: (error: unknown, message: string) => void
}

type DeleteSectionProps = Partial<Reauthentication> & {
  /** Whether the reauthentication dialog is open. The deletion dialog is then hidden, and keeps its text. */
  isReauthenticating?: boolean
  /** Called after the deletion with a message. The page clears the user, shows the message and leaves. */
  onRemoval: (message: string) => void | Promise<void>
}

/** Shows the consequences of deleting the account, with the button that deletes it. */
export function DeleteSection(props: DeleteSectionProps) {
  const {
    onRemoval,
    withReauthentication = runDirectly,
    isReauthenticationCancelled = isNeverCancelled,
    isReauthenticating = false,
  } = props
  const { data } = useSuspenseQuery(removalQuery())
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const blockersId = useId()
  // Loads the preview again, because the person may have set a password or announced an event since the page loaded.
  const check = useMutation({
    mutationFn: () => queryClient.fetchQuery(removalQuery()),
    onSuccess: (found) => setIsConfirming(!isDeletionBlocked(found)),
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  const isDeletionDisabled = isDeletionBlocked(data)
  return (
    <>
      <p className="muted">
        This can’t be undone. We keep data that other people need, without your name. To keep a copy, export
        your data first.
      </p>
      <div className={styles.consequences}>
        <RemovalParts title="Deleted" parts={data.deleted} />
        <RemovalParts title="Stays, without your name" parts={data.retained} />
      </div>
      {isDeletionDisabled && <DeletionBlockers id={blockersId} data={data} />}
      <Button
        variant="danger"
        className={styles.delete}
        aria-disabled={isDeletionDisabled || undefined}
        aria-describedby={isDeletionDisabled ? blockersId : undefined}
        busy={check.isPending && 'Loading'}
        onClick={() => check.mutate()}
      >
        Delete my account
      </Button>
      {isConfirming && (
        <DeleteDialog
          // A new key clears the field when the confirmation changes between password and code.
          key={data.confirmBy}
          confirmBy={data.confirmBy}
          isOpen={!isReauthenticating}
          withReauthentication={withReauthentication}
          onClose={() => setIsConfirming(false)}
          onRemoval={() => onRemoval(ACCOUNT_DELETED)}
          onRefused={(error, message) => {
            if (isReauthenticationCancelled(error)) return
            // Closes the dialog, because the page shows what now blocks the deletion.
            if (hasErrorCode(error, 'ORGANIZES') || hasErrorCode(error, 'LAST_ADMIN')) setIsConfirming(false)
            void queryClient.invalidateQueries({ queryKey: removalQuery().queryKey })
            notify.error('Failed to delete your account', { detail: message })
          }}
        />
      )}
    </>
  )
}

function isDeletionBlocked({ isLastAdmin, events }: RemovalView): boolean {
  return isLastAdmin || events.length > 0
}

function RemovalParts({ title, parts }: { title: string; parts: RemovalView['deleted'] }) {
  if (parts.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="small bold">{title}</h3>
      <ul>
        {parts.map(({ area, count }) => {
          const { formatLabel, reason } = removalLabels[area]
          return (
            <li key={area}>
              {formatLabel(count)}
              {reason !== undefined && <span className="small faint">{reason}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function DeletionBlockers({ id, data: { events, isLastAdmin } }: { id: string; data: RemovalView }) {
  return (
    <Note tone="orange" icon={TriangleAlert} id={id}>
      {isLastAdmin && <p>{LAST_ADMIN}</p>}
      {events.length > 0 && (
        <>
          <p>
            You can’t delete an account that organizes upcoming events, or past ones that aren’t settled.
            Cancel or hand over the upcoming ones, and accept the settlements of the others first.
          </p>
          <ul className={styles.events} data-client-links>
            {events.map((event) => (
              <li key={event.id}>
                <a
                  className="link"
                  href={`/dashboard/events/${event.id}/${event.isUnsettled ? 'settlement' : 'edit'}`}
                >
                  {event.title}
                </a>{' '}
                <span className="small muted">{formatShortDate(event.startsAt, event.timezone)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  )
}

function DeleteDialog(props: DeleteDialogProps) {
  const { confirmBy, isOpen, withReauthentication, onClose, onRemoval, onRefused } = props
  const proof = useReauthenticationField({ by: confirmBy, sendDigits: sendConfirmationCode })
  const isByPassword = confirmBy === 'password'
  const form = useForm({
    blank: {},
    proof,
    // Tells the live updates that this tab ends its own session.
    mutationKey: account.removal.remove.mutationKey(),
    send: () =>
      withReauthentication(() =>
        account.removal.remove.call(isByPassword ? { password: proof.typed } : { code: proof.typed }),
      ),
    onDone: onRemoval,
    onError: (error) => onRefused(error, getErrorMessage(error)),
  })
  return (
    <FormDialog
      open={isOpen}
      title="Delete your account?"
      description="This can’t be undone. Your profile is deleted immediately, and you are signed out everywhere."
      startAt={isByPassword ? proof.input : proof.sender}
      dismissLabel="Keep account"
      actionLabel="Delete my account"
      danger
      busy={form.isSending && 'Deleting'}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={onClose}
    >
      <ReauthenticationField proof={proof} />
    </FormDialog>
  )
}

async function sendConfirmationCode(): Promise<void> {
  try {
    await account.removal.sendCode.call()
  } catch (error) {
    throw toSendError(error)
  }
}
