import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Table } from '~/design/table'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { pluralize } from '~/lib/pluralize'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { FailingEvent } from '../../contract-payments'
import { administration } from '../queries'
import { Moment } from './moment'
import styles from './payments.module.css'

export function FailingWebhooks({ rows }: { rows: readonly FailingEvent[] }) {
  return (
    <Table
      label="Failing payment webhooks, table"
      caption="Failing payment webhooks"
      stacked
      className={classNames(styles.table, styles.webhooks)}
      columns={[
        'Event',
        'Error',
        { label: 'Attempts', className: 'numeric' },
        'Next retry',
        { label: 'Action', isHidden: true },
      ]}
    >
      {rows.map((event) => (
        <tr key={event.id} data-row>
          <td className="text full">
            <b className="bold">{event.type}</b>
            <span className={classNames('small faint code', styles.line)}>{event.id}</span>
          </td>
          <td className="text full muted">{event.error}</td>
          <td className="numeric hide">{event.attempts}</td>
          <td className="muted">
            <NextRetry at={event.nextAttemptAt} />
          </td>
          <td>
            <RetryButton event={event} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function NextRetry({ at }: { at: string | null }) {
  const now = useNow()
  if (at === null) return 'Retries have stopped'
  if (now !== undefined && Date.parse(at) <= now) return 'Retry in a moment'
  return (
    <>
      Retry at <Moment at={at} />
    </>
  )
}

/** Refetches after an error, too, because the error may mean that the webhook was already handled. */
function useRetry(run: () => Promise<unknown>, success: string, failure: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => notify.success(success),
    onError: (error) => notify.error(failure, { detail: getErrorMessage(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: administration.payments.key() }),
  })
}

function RetryButton({ event: { id, type } }: { event: FailingEvent }) {
  const retry = useRetry(
    () => administration.payments.retryEvent.call({ id }),
    'The payment webhook is being retried',
    'Failed to retry the payment webhook',
  )
  return (
    <Button
      size="sm"
      icon={RotateCw}
      aria-label={`Retry now: ${type}, ${id}`}
      busy={retry.isPending && 'Retrying'}
      onClick={() => retry.mutate()}
    >
      Retry now
    </Button>
  )
}

export function RetryAllButton({ count }: { count: number }) {
  const retry = useRetry(
    () => administration.payments.retryEvents.call({}),
    `${pluralize(count, 'payment webhook')} are being retried`,
    'Failed to retry the payment webhooks',
  )
  return (
    <Button
      size="sm"
      icon={RotateCw}
      aria-label="Retry all failing payment webhooks"
      busy={retry.isPending && 'Retrying'}
      onClick={() => retry.mutate()}
    >
      Retry all
    </Button>
  )
}
