import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '~/design/class-names'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { InviteRequest } from '../../contract-requests'
import { formatAgo } from '~/lib/format-day'
import { Badge } from '~/design/badge'
import { invitations } from '../queries'
import { DeclineDialog } from './decline-dialog'
import styles from './invitations.module.css'

type RequestCardProps = {
  request: InviteRequest
  now: number
  /** The message that another admin already answered. */
  conflict: string | undefined
  onConflict: (message: string) => void
  onSkip: () => void
}

export function RequestCard({ request, now, conflict, onConflict, onSkip }: RequestCardProps) {
  const { fullName, email, occupation, about, link, vouchedBy, requestedAt, status } = request
  const voucher = vouchedBy === null ? 'No one vouches for them' : `Vouched for by ${vouchedBy}`
  return (
    <li data-row>
      <Avatar id={null} name={fullName} size={56} />
      <div className={styles.request}>
        <h2 className="title-3">{fullName}</h2>
        <p className="small muted">
          {occupation} · <a href={`mailto:${email}`}>{email}</a>
        </p>
        <p className={styles.about}>“{about}”</p>
        {link !== null && <RequestLink link={link} />}
        <p className={classNames('small faint', styles.asked)}>
          {voucher}, requested <time dateTime={requestedAt}>{formatAgo(requestedAt, now)}</time>
        </p>
        {request.account === 'member' && status === 'pending' && (
          <p className="small muted">This address already belongs to a member.</p>
        )}
        {status !== 'pending' && <RequestAnswer request={request} now={now} />}
        {conflict !== undefined && <Conflict message={conflict} />}
      </div>
      {conflict !== undefined ? (
        <div className={classNames('row', styles.answers)}>
          <Button variant="outline" aria-label={`Dismiss ${fullName}`} onClick={onSkip}>
            Dismiss
          </Button>
        </div>
      ) : (
        status === 'pending' && <AnswerButtons request={request} onConflict={onConflict} />
      )}
    </li>
  )
}

/** The link as typed; clickable only if it is a web address. */
function RequestLink({ link }: { link: string }) {
  return (
    <p className={classNames('small muted', styles.link)}>
      {/^https?:\/\/\S+$/i.test(link) ? (
        <a href={link} target="_blank" rel="noopener noreferrer nofollow">
          {link}
        </a>
      ) : (
        link
      )}
    </p>
  )
}

function Conflict({ message }: { message: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.conflict}>
      <Note tone="orange" role="alert">
        {message}
      </Note>
    </div>
  )
}

function AnswerButtons({
  request,
  onConflict,
}: {
  request: InviteRequest
  onConflict: (message: string) => void
}) {
  const queryClient = useQueryClient()
  const [isDeclining, setIsDeclining] = useState(false)
  const { id, fullName, email } = request
  const refetch = () => queryClient.invalidateQueries({ queryKey: invitations.key() })
  const approve = useMutation(
    invitations.requests.approve.mutationOptions({
      onSuccess: ({ account }) =>
        notify.success(`${fullName} is approved`, {
          detail:
            account === 'customer'
              ? `An email is on its way to ${email}. This person already has an account and can add the code to it.`
              : `An email with a code is on its way to ${email}.`,
        }),
      onError: (error) => {
        if (hasErrorCode(error, 'ANSWERED') || hasErrorCode(error, 'NOT_FOUND'))
          onConflict(getErrorMessage(error))
        else notify.error('Failed to approve request', { detail: getErrorMessage(error) })
      },
      onSettled: refetch,
    }),
  )
  return (
    <div className={classNames('row', styles.answers)}>
      <Button variant="outline" aria-label={`Decline ${fullName}`} onClick={() => setIsDeclining(true)}>
        Decline
      </Button>
      <Button
        variant="solid"
        aria-label={`Approve ${fullName}`}
        busy={approve.isPending && 'Approving'}
        onClick={() => approve.mutate({ id })}
      >
        Approve
      </Button>
      {isDeclining && (
        <DeclineDialog request={request} onClose={() => setIsDeclining(false)} onConflict={onConflict} />
      )}
    </div>
  )
}

function RequestAnswer({ request, now }: { request: InviteRequest; now: number }) {
  const { status, answeredBy, answeredAt, answerMessage, code } = request
  return (
    <div className={styles.answer}>
      <Badge tone={status === 'approved' ? 'green' : 'neutral'}>{status}</Badge>
      <p className="small muted">
        by {answeredBy?.name ?? 'a deleted account'}
        {answeredAt !== null && `, ${formatAgo(answeredAt, now)}`}
        {code !== null && (
          <>
            , with <a href={`/admin/invitations?q=${code.code}`}>{code.code}</a> ({code.status})
          </>
        )}
      </p>
      {answerMessage !== null && <p className={classNames('small', styles.words)}>“{answerMessage}”</p>}
    </div>
  )
}
