import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { EditPage } from '~/features/events/web/dashboard/edit/edit-page'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import {
  DraftFailed,
  DraftLoading,
  DraftNotFound,
} from '~/features/events/web/dashboard/edit/draft-placeholders'
import { draftQuery, teamQuery } from '~/features/events/web/dashboard/event-queries'
import { siteQuery } from '~/features/settings/web/queries'
import { listChangeActions } from '~/features/tickets/web/event-changes/event-change-choices'
import { FlyerFacts } from '~/features/orders/web/ticket-types/flyer-facts'
import { PromoSection } from '~/features/orders/web/ticket-types/promo-section'
import type { SaveReport } from '~/features/orders/web/ticket-types/save-report'
import { TicketsSection } from '~/features/orders/web/ticket-types/tickets-section'
import { OpenProviderButton } from '~/features/payees/web/open-provider-button'
import { useOpenProvider } from '~/features/payees/web/use-open-provider'
import { promoBoardQuery, ticketBoardQuery } from '~/features/orders/web/ticket-types/type-queries'
import { isMember } from '~/platform/rpc/access'
import { offlineSentence } from '~/platform/rpc/errors'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

type EventChange = Parameters<Parameters<typeof listChangeActions>[2]>[0]

const loadEventChangeDialog = () => import('~/features/tickets/web/event-changes/event-change-dialog')

export const Route = createFileRoute('/dashboard/events/$id/edit')({
  staticData: { isNarrow: true },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const { title, actions: acts } = await resolveOrThrowNotFound(queryClient.ensureQueryData(draftQuery(id)))
    await Promise.all([
      queryClient.ensureQueryData(siteQuery()),
      queryClient.ensureQueryData(ticketBoardQuery(id)),
      acts.includes('money') && queryClient.ensureQueryData(promoBoardQuery(id)),
      acts.includes('team') && queryClient.prefetchQuery(teamQuery(id)),
    ])
    return { title }
  },
  head: ({ match, loaderData }) =>
    createPrivateHead(match, loaderData ? `Edit ${loaderData.title}` : 'Edit event'),
  pendingMs: 300,
  pendingComponent: () => <DraftLoading />,
  notFoundComponent: () => <DraftNotFound />,
  errorComponent: FailedRoute,
  component: EditRoute,
})

function EditRoute() {
  const { id } = Route.useParams()
  // Another event must not inherit the form's state.
  return <Edit key={id} id={id} />
}

function Edit({ id }: { id: string }) {
  const { me } = Route.useRouteContext()
  const client = useQueryClient()
  const { data: draft } = useSuspenseQuery(draftQuery(id))
  const { data: board } = useSuspenseQuery(ticketBoardQuery(id))
  const { data: site } = useSuspenseQuery(siteQuery())
  const [reports, setReports] = useState<Partial<Record<SaveReport['part'], SaveReport['state']>>>({})
  const addReport = ({ part, state }: SaveReport) => setReports((known) => ({ ...known, [part]: state }))
  const { actions: acts, timezone, startsAt } = draft
  const shared = {
    eventId: id,
    acts,
    timezone,
    currency: draft.currency,
    startsAt,
    eventEnd: draft.status === 'postponed' ? null : (draft.endsAt ?? startsAt),
    isFixed: draft.status === 'cancelled',
    onSaving: addReport,
  }
  const [change, setChange] = useState<EventChange | null>(null)
  const [isReading, setIsReading] = useState(false)
  const dialog = useLazyModule(loadEventChangeDialog, change !== null, () => {
    setChange(null)
    notify.error(offlineSentence)
  })
  function reread(): void {
    setIsReading(true)
    void client.invalidateQueries({ queryKey: draftQuery(id).queryKey }).finally(() => setIsReading(false))
  }
  return (
    <>
      <EditPage
        draft={draft}
        ownId={me.id}
        canDuplicate={isMember(me.roles)}
        renderTickets={(edited) => <TicketsSection {...shared} {...edited} />}
        promo={<PromoSection {...shared} capacity={draft.capacity} />}
        flyerFacts={
          <FlyerFacts
            types={board.types}
            currency={draft.currency}
            tax={{ mode: draft.taxMode, ratePpm: draft.taxPpm }}
            terms={site}
          />
        }
        isTicketsOdd={draft.capacity !== null && board.stockSum > draft.capacity}
        slotState={findWorst(Object.values(reports))}
        hasPaidTickets={board.types.some(({ priceCents }) => priceCents > 0)}
        changeItems={listChangeActions(draft, acts, setChange)}
        renderConnect={(label) => <ConnectButton eventId={id} label={label} />}
        onMove={acts.includes('money') ? () => setChange('postpone') : undefined}
        isActing={change !== null || isReading}
      />
      {change !== null && dialog && (
        <dialog.EventChangeDialog
          eventId={id}
          change={change}
          onClose={() => setChange(null)}
          onChanged={reread}
        />
      )}
    </>
  )
}

function ConnectButton({ eventId, label }: { eventId: string; label: string }) {
  const { open, isOpening } = useOpenProvider({ eventId })
  return (
    <OpenProviderButton isOpening={isOpening} onOpen={open}>
      {label}
    </OpenProviderButton>
  )
}

type SlotState = SaveReport['state']

function findWorst(states: readonly SlotState[]): SlotState {
  return (['refused', 'retrying', 'saving'] as const).find((state) => states.includes(state)) ?? 'saved'
}

function FailedRoute({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const client = useQueryClient()
  return (
    <DraftFailed
      error={error}
      onRetry={() => {
        client.removeQueries({ queryKey: ['events'], predicate: ({ state }) => state.status === 'error' })
        reset()
        void router.invalidate()
      }}
    />
  )
}
