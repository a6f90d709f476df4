import { t } from '@lingui/core/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { LoadedList } from '~/design/list-sections'
import { SettingRow } from '~/design/setting-row'
import { ShowMore } from '~/design/show-more'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock, formatShortDate } from '~/lib/time'
import { errorMessage } from '~/platform/rpc/errors'
import type { Delivery } from '../contract'
import { deliveriesQuery, webhooks } from './queries'
import { describeResult } from './webhook-texts'

/** The messages of a webhook in the last 30 days, to check and to send again. */
export function DeliveryLog({ endpointId }: { endpointId: string }) {
  const list = useInfiniteQuery(deliveriesQuery(endpointId))
  return (
    <>
      <LoadedList list={list} things="messages" reason={errorMessage(list.error)}>
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
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesQuery(endpointId).queryKey }),
    onError: (error) => notify.error(errorMessage(error)),
  })
  return (
    <SettingRow
      title={<code>{kind}</code>}
      badge={<StateBadge state={state} />}
      value={`${formatShortDate(createdAt, zone)}, ${formatClock(createdAt, zone)}`}
      detail={describeResult(delivery)}
      end={
        state !== 'waiting' && (
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

function StateBadge({ state }: Pick<Delivery, 'state'>) {
  if (state === 'delivered') return <Badge>{t`delivered`}</Badge>
  return state === 'failed' ? <Badge tone="red">{t`failed`}</Badge> : <Badge tone="blue">{t`waiting`}</Badge>
}
