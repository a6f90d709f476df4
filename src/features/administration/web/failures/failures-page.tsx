import { useSuspenseQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { BackLink, BackAndHomeLinks, PageHead } from '~/design/page-head'
import { formatMoney } from '~/lib/money'
import { administration, failuresQuery } from '../queries'
import styles from './failures.module.css'
import { RotateCw } from 'lucide-react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'

type Again = {
  id: string
  run: (input: { id: string }) => Promise<unknown>
  done: string
  failed: string
}

type FailureRowProps = {
  title: string
  recipient: string
  at: string
  description?: string
  /** The provider’s error message, unchanged. */
  reason?: string
  /** The retry button’s action and texts; absent if nothing can be retried. */
  retry?: Again
}

export function FailuresPage() {
  const { data } = useSuspenseQuery(failuresQuery())
  const { emails, payments, refunds } = data
  const isCalm = emails.length + payments.length + refunds.length === 0
  return (
    <div className={styles.page} data-client-links>
      <BackAndHomeLinks home={false}>
        <BackLink to="/admin">Dashboard</BackLink>
      </BackAndHomeLinks>
      <PageHead
        title="Failed deliveries"
        size="title"
        lead="Automatic retries have stopped for these emails and refunds. Payments are still being checked."
      />
      {isCalm && (
        <EmptyState title="Nothing has failed">Failed emails, payments and refunds appear here.</EmptyState>
      )}
      <Family id="payments" title="Payments without an answer" count={payments.length}>
        {payments.map(({ id, bookingId, number, buyer, amountCents, currency, since }) => (
          <FailureRow
            key={id}
            title={`${formatMoney(amountCents, currency)}, ${bookingId === null ? 'order' : 'booking'} ${number}`}
            recipient={buyer}
            at={since}
            description={`The system keeps checking with the bank. If the bank approves after ${
              bookingId === null ? 'the hold expires and no tickets are left' : 'the booking is canceled'
            }, the payment is refunded.`}
          />
        ))}
      </Family>
      <Family id="refunds" title="Failed refunds" count={refunds.length}>
        {refunds.map(({ id, bookingId, number, buyer, amountCents, currency, at, attempts, reason }) => (
          <FailureRow
            key={id}
            title={`${formatMoney(amountCents, currency)} refund, ${bookingId === null ? 'order' : 'booking'} ${number}`}
            recipient={buyer}
            at={at}
            description={`The provider rejected it ${attempts} times.`}
            reason={reason}
            retry={{
              id,
              run: administration.attention.retryRefund.call,
              done: 'The refund is being retried',
              failed: 'Failed to retry the refund',
            }}
          />
        ))}
      </Family>
      <Family id="mails" title="Failed emails" count={emails.length}>
        {emails.map(({ id, about, to, at, reason }) => (
          <FailureRow
            key={id}
            title={`Email about ${about}`}
            recipient={to ?? 'To a deleted account'}
            at={at}
            reason={reason}
            retry={{
              id,
              run: administration.attention.retryEmail.call,
              done: 'The email is being sent again',
              failed: 'Failed to send the email',
            }}
          />
        ))}
      </Family>
      {data.hasMore && (
        <p className="small faint">There are more failures. They appear here once these are resolved.</p>
      )}
    </div>
  )
}

function Family(props: { id: string; title: string; count: number; children: ReactNode }) {
  if (props.count === 0) return null
  return (
    <section id={props.id} aria-labelledby={`${props.id}-title`}>
      <h2 className="title-2" id={`${props.id}-title`}>
        {props.title}
      </h2>
      <ul className={classNames('row-list', styles.list)}>{props.children}</ul>
    </section>
  )
}

function FailureRow({ title, recipient, at, description, reason, retry }: FailureRowProps) {
  const zone = useReaderZone()
  return (
    <li>
      <div className={styles.words}>
        <p className="bold">{title}</p>
        <p className="small muted">{recipient}</p>
        {description !== undefined && <p className="small muted">{description}</p>}
        {reason !== undefined && reason !== '' && (
          <p className={classNames('small faint', styles.reason)}>{reason}</p>
        )}
      </div>
      <div className={classNames('end', styles.actions)}>
        <time className="small faint" dateTime={at}>
          {zone !== undefined && formatShort(at, zone)}
        </time>
        {retry && <Retry {...retry} title={title} />}
      </div>
    </li>
  )
}

function Retry({ id, run, done, failed, title }: Again & { title: string }) {
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: run,
    onSuccess: () => notify.success(done),
    onError: (error) => notify.error(failed, { detail: getErrorMessage(error) }),
    // Refetches after an error, too, because another admin may have resolved the failure.
    onSettled: () => queryClient.invalidateQueries({ queryKey: administration.attention.key() }),
  })
  return (
    <Button
      size="sm"
      icon={RotateCw}
      aria-label={`Try again: ${title}`}
      busy={again.isPending && 'Trying'}
      onClick={() => again.mutate({ id })}
    >
      Try again
    </Button>
  )
}
