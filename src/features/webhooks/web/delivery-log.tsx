import { t } from '@lingui/core/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { LoadedList } from '~/design/list-sections'
import { SettingRow } from '~/design/setting-row'
import { ShowMore } from '~/design/show-more'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock, formatIsoDay, formatShort, formatShortDate } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Delivery } from '../contract'
import { MAX_ATTEMPTS } from '../rules/delivery-attempt'
import { deliveriesQuery, TOAST, webhooks } from './queries'
import { describeResult } from './webhook-texts'

/** The messages of a webhook in the last 30 days, to check and to send again. */
export function DeliveryLog({ endpointId }: { endpointId: string }) {
  const list = useInfiniteQuery(deliveriesQuery(endpointId))
  return (
    <>
      <LoadedList list={list} things="messages" reason={getErrorMessage(list.error)}>
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries)
          if (deliveries.length === 0)
            return <p className="muted">{t`Messages of the last 30 days appear here. Send a test.`}</p>
          return (
            <ul className="row-list">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} endpointId={endpointId} delivery={delivery} />
              ))}
            </ul>
          )
        }}
      </LoadedList>
      <ShowMore list={list} variant="outline">
        {t`Load more`}
      </ShowMore>
    </>
  )
}

function DeliveryRow({ endpointId, delivery }: { endpointId: string; delivery: Delivery }) {
  const zone = useReaderZone() ?? 'UTC'
  const queryClient = useQueryClient()
  const { id, kind, state, createdAt } = delivery
  const replay = useMutation({
    mutationFn: () => webhooks.replay.call({ id: endpointId, deliveryId: id }),
    onSuccess: () => {
      notify.success(t`Message queued again: ${kind}`, TOAST)
      return queryClient.invalidateQueries({ queryKey: deliveriesQuery(endpointId).queryKey })
    },
    onError: (error) => notify.error(getErrorMessage(error), TOAST),
  })
  const retry = describeRetry(delivery, zone)
  return (
    <SettingRow
      title={<code>{kind}</code>}
      badge={<StateBadge state={state} />}
      value={`${formatShortDate(createdAt, zone)}, ${formatClock(createdAt, zone)}`}
      detail={
        <>
          {describeResult(delivery)}
          {retry !== undefined && (
            <>
              <br />
              {retry}
            </>
          )}
        </>
      }
      end={
        (state !== 'waiting' || retry !== undefined) && (
          <Button
            size="sm"
            variant="outline"
            aria-label={t`Send again: ${kind}`}
            busy={replay.isPending && t`Sending`}
            onClick={() => replay.mutate()}
          >
            {t`Send again`}
          </Button>
        )
      }
    />
  )
}

/** Describes when a message that has failed is sent again; undefined for other messages. */
function describeRetry(
  { attempts, lastAttemptAt, lastProblem, nextAttemptAt }: Delivery,
  zone: string,
): string | undefined {
  if (lastProblem === null || lastAttemptAt === null || nextAttemptAt === null) return undefined
  const time = formatClock(nextAttemptAt, zone)
  if (formatIsoDay(nextAttemptAt, zone) === formatIsoDay(lastAttemptAt, zone))
    return t`Attempt ${attempts} of ${MAX_ATTEMPTS}, next at ${time}`
  const dayAndTime = formatShort(nextAttemptAt, zone)
  return t`Attempt ${attempts} of ${MAX_ATTEMPTS}, next on ${dayAndTime}`
}

function StateBadge({ state }: Pick<Delivery, 'state'>) {
  if (state === 'delivered') return <Badge>{t`delivered`}</Badge>
  return state === 'failed' ? <Badge tone="red">{t`failed`}</Badge> : <Badge tone="blue">{t`waiting`}</Badge>
}
