import { useEffect, useState } from 'react'
import { safe } from '@orpc/client'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { formatEventSummary } from '~/features/events/web/event-head'
import { EventNotFound } from '~/features/events/web/event-not-found'
import { EventPage } from '~/features/events/web/event-page'
import { toEventSchema } from '~/features/events/web/event-schema'
import { siteAddressQuery, eventQuery, events } from '~/features/events/web/queries'
import { CaptchaField, useCaptcha, useReloadForCaptcha } from '~/features/identity/web/captcha'
import { meQuery } from '~/features/identity/web/queries'
import { siteQuery } from '~/features/settings/web/queries'
import { findClosedReason } from '~/features/orders/web/closed-reason'
import { parseCodes } from '~/features/orders/web/codes/opened-codes'
import { OpenOrderSheet } from '~/features/orders/web/open-order/open-order-sheet'
import {
  toSelection,
  useOpenOrder,
  useStockIncludingHeld,
} from '~/features/orders/web/open-order/use-open-orders'
import { openOrdersQuery } from '~/features/orders/web/queries'
import { readSelection, writeSelection } from '~/features/orders/web/selection-search'
import { TicketPanel } from '~/features/orders/web/ticket-panel'
import { useLiveStock } from '~/features/orders/web/use-live-stock'
import { useOfferedTypes } from '~/features/orders/web/use-offered-types'
import { storeVisitSource } from '~/features/orders/web/visit-source'
import { JoinWaitlistFromEvent } from '~/features/tickets/web/waitlist/join-waitlist-from-event'
import { serializeJsonLd } from '~/lib/json-ld'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { runAfterHydration } from './-frame/after-hydration'
import { createPageHead, createPrivateHead } from './-frame/page-head'

const MAX_SELECTION_LENGTH = 800

interface Search {
  tickets?: string | undefined
  /** Access or promo codes, applied when the page opens. */
  code?: string | undefined
}

export const Route = createFileRoute('/events/$id')({
  staticData: { frame: { hasOwnAction: true } },
  // The selection is in the URL, so it survives sign-in, a reload and the back button.
  validateSearch: ({ tickets, code }: Record<string, unknown>): Search => ({
    tickets: typeof tickets === 'string' && tickets.length <= MAX_SELECTION_LENGTH ? tickets : undefined,
    code: parseCodes(code),
  }),
  loader: async ({ context: { queryClient, site }, params: { id } }) => {
    const [event, { publicUrl }] = await Promise.all([
      resolveOrThrowNotFound(queryClient.ensureQueryData(eventQuery(id))),
      queryClient.ensureQueryData(siteAddressQuery()),
      readOpenOrders(queryClient),
    ])
    const url = `${publicUrl}/events/${event.id}`
    return {
      title: event.title,
      summary: formatEventSummary(event),
      url,
      schema: serializeJsonLd(toEventSchema(event, url, site)),
    }
  },
  head: ({ match, loaderData }) => {
    if (!loaderData) return createPrivateHead(match, 'Event not found')
    const { title, summary, url, schema } = loaderData
    const image = { url: `${url}/flyer.png`, alt: `Flyer of ${title}` }
    return {
      ...createPageHead(match, { title, description: summary, url, image, type: 'article' }),
      scripts: [{ type: 'application/ld+json', children: schema }],
    }
  },
  notFoundComponent: EventNotFound,
  component: EventRoute,
})

/** Runs before rendering, so an open order causes no layout shift. If it fails, the page appears without the order. */
async function readOpenOrders(queryClient: QueryClient): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery())
  if (me) await queryClient.prefetchQuery({ ...openOrdersQuery(), staleTime: 10_000 })
}

function EventRoute() {
  const { id } = Route.useParams()
  const { data: event, dataUpdatedAt } = useSuspenseQuery(eventQuery(id))
  useReportVisit(event.id)
  return <EventPage event={event} tickets={<Tickets event={event} readAt={dataUpdatedAt} />} />
}

/** Reports the visit once per tab, with its referrer. The server ignores visits by the event's team. */
function useReportVisit(eventId: string) {
  const router = useRouter()
  // The path of the previous page: it is still the resolved location in this page's first render.
  const [from] = useState(() => router.state.resolvedLocation?.pathname)
  useEffect(
    () =>
      runAfterHydration(() => {
        const source = storeVisitSource(eventId, from === `/events/${eventId}` ? undefined : from)
        if (source !== undefined) void safe(events.dashboard.seen.call({ id: eventId, source }))
      }),
    [eventId, from],
  )
}

function Tickets({ event, readAt }: Pick<ComponentProps<typeof EventPage>, 'event'> & { readAt: number }) {
  const { tickets, code } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: site } = useSuspenseQuery(siteQuery())
  const { data: me } = useSuspenseQuery(meQuery())
  const queryClient = useQueryClient()
  const openOrder = useOpenOrder(event.id, me !== null)
  // Id of the open order that the buyer chose to change. A new order has another id, so its summary is shown first,
  // not the ticket selection.
  const [changing, setChanging] = useState<string>()
  const reason = findClosedReason(event)
  const captchaSettings = me === null || reason !== null ? null : event.captcha
  const captcha = useCaptcha(captchaSettings)
  useReloadForCaptcha(captchaSettings !== null)
  const polled = { eventId: event.id, readAt, isOpen: reason === null }
  const ticketTypes = useStockIncludingHeld(openOrder, useLiveStock(polled, useOfferedTypes(event)))
  if (openOrder && changing !== openOrder.id) {
    return (
      <OpenOrderSheet
        key={openOrder.id}
        order={openOrder}
        priceDisplay={site.priceDisplay}
        onChange={() => setChanging(openOrder.id)}
        onEnded={() => {
          void queryClient.invalidateQueries({ queryKey: openOrdersQuery().queryKey })
          void queryClient.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })
        }}
      />
    )
  }
  return (
    <TicketPanel
      key={`${event.id} ${changing ?? ''}`}
      eventId={event.id}
      ticketTypes={ticketTypes}
      selection={openOrder ? toSelection(openOrder) : readSelection(tickets)}
      onSelect={(selection) =>
        void navigate({
          search: (now) => ({ ...now, tickets: writeSelection(selection) }),
          replace: true,
          resetScroll: false,
        })
      }
      timezone={event.timezone}
      codes={code}
      onCodes={(codes) =>
        void navigate({
          search: (now) => ({ ...now, code: codes }),
          replace: true,
          resetScroll: false,
        })
      }
      terms={{ ...site, currency: event.currency, tax: { mode: event.taxMode, ratePpm: event.taxPpm } }}
      closedReason={reason}
      isSignedIn={me !== null}
      onSignIn={(selection) => {
        const next = `/events/${event.id}?tickets=${writeSelection(selection) ?? ''}${code === undefined ? '' : `&code=${code}`}`
        void navigate({ to: '/auth', search: { tab: 'sign-in', next } })
      }}
      onReserved={(orderId, seen) =>
        navigate({ to: '/checkout/$orderId', params: { orderId }, search: { seen } })
      }
      captcha={
        captchaSettings === null
          ? undefined
          : { ...captcha, renderField: (problem) => <CaptchaField captcha={captcha} problem={problem} /> }
      }
      renderWait={(type) => (
        <JoinWaitlistFromEvent
          eventId={event.id}
          ticketTypeId={type.id}
          ticketTypeName={type.name}
          isSignedIn={me !== null}
          mustVerify={me !== null && me.email !== null && !me.isEmailVerified}
          onSignIn={() =>
            void navigate({ to: '/auth', search: { tab: 'sign-in', next: `/events/${event.id}` } })
          }
        />
      )}
    />
  )
}
