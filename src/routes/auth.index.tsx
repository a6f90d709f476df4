import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { Note } from '~/design/note'
import { BackLink } from '~/design/page-head'
import type { Stock } from '~/design/stock'
import { Tabs, TabPanel } from '~/design/tabs'
import { formatStart, formatVenue } from '~/features/events/web/format-start-and-venue'
import { eventQuery } from '~/features/events/web/queries'
import { VisuallyHidden } from '~/design/visually-hidden'
import { AuthPage } from '~/features/identity/web/auth-page'
import { CodeSignIn, useSentCode } from '~/features/identity/web/code-sign-in'
import { redirectWhenSignedIn } from '~/features/identity/web/guards'
import { redirectWhenPending } from '~/features/identity/web/pending-guard'
import { SignInForm } from '~/features/identity/web/sign-in-form'
import { SignUpForm } from '~/features/identity/web/sign-up-form'
import { signInMethodsQuery } from '~/features/identity/web/sign-in-queries'
import { findCodeProblem } from '~/features/invitations/web/queries'
import { toPathAfterSignIn } from '~/features/invitations/web/redeem/after-sign-in'
import { siteQuery } from '~/features/settings/web/queries'
import { PurchasePoster } from '~/features/orders/web/purchase-poster'
import { readSelection } from '~/features/orders/web/selection-search'
import { transferQuery } from '~/features/tickets/web/transfers/transfer-queries'
import { createPlainHead } from './-frame/page-head'
import styles from '~/features/identity/web/auth-page.module.css'

type AuthSearch = {
  tab?: 'sign-in' | 'sign-up' | undefined
  way?: 'code' | undefined
  next?: string | undefined
  code?: string | undefined
}

export const Route = createFileRoute('/auth/')({
  staticData: { frame: { nav: 'none', footer: false } },
  validateSearch: readSearch,
  beforeLoad: ({ context, search }) => redirectWhenSignedIn(context, search),
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: async ({ context, deps: { next } }) => {
    const token = findTransferToken(next)
    const eventId = parsePurchase(next)?.eventId
    await Promise.all([
      redirectWhenPending(context, next),
      context.queryClient.ensureQueryData(signInMethodsQuery()),
      // The ticket transfer whose link the person followed. If it can't be loaded, the form isn't filled in.
      token === undefined ? undefined : context.queryClient.prefetchQuery(transferQuery(token)),
      eventId === undefined ? undefined : context.queryClient.prefetchQuery(eventQuery(eventId)),
    ])
  },
  head: ({ match }) =>
    createPlainHead(
      match,
      getTitle(match.search),
      'Sign in, or create an account: with an invite code, or to buy tickets.',
    ),
  component: AuthRoute,
})

function AuthRoute() {
  const { tab, way, next, code } = Route.useSearch()
  const navigate = useNavigate({ from: '/auth/' })
  const { data: ways } = useSuspenseQuery(signInMethodsQuery())
  const transfer = useTransfer(next)
  const emailed = transfer?.recipient ? { email: transfer.recipient.email, token: transfer.token } : undefined
  const [email, setEmail] = useState(emailed?.email ?? '')
  const { drop } = useSentCode()
  const poster = usePoster(next, transfer?.eventTitle)
  const current = getTab({ tab, code })
  const goal = toPathAfterSignIn({ next, code })
  const show = (changed: Partial<AuthSearch>, replace = true) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace })

  if (current === 'sign-in' && way === 'code') {
    const back = (
      <BackLink to="/auth" search={{ tab: 'sign-in', next, code }}>
        Back
      </BackLink>
    )
    return (
      <AuthPage stock="mint" poster={['Six numbers', 'and you’re', 'inside.']} back={back}>
        <CodeSignIn next={goal} methods={ways} email={email} onPassword={() => show({ way: undefined })} />
      </AuthPage>
    )
  }
  return (
    <AuthPage {...poster} back="/">
      <VisuallyHidden>
        <h1>{getTitle({ tab, code })}</h1>
      </VisuallyHidden>
      {next?.includes('?tickets=') && (
        <Note className={styles.savedChoice}>
          <p>Your selection is saved. Sign in or sign up. You don’t need an invite to buy tickets.</p>
        </Note>
      )}
      {transfer && (
        <Note className={styles.savedChoice}>
          <p>
            {transfer.fromName} wants to transfer a ticket for {transfer.eventTitle} to you. Sign in or sign
            up to accept it. You don’t need an invite.
          </p>
        </Note>
      )}
      <Tabs
        label="Sign in or sign up"
        look="segmented"
        full
        value={current}
        onValueChange={(value) => show({ tab: value })}
        tabs={[
          { value: 'sign-in', label: 'Sign In' },
          { value: 'sign-up', label: 'Sign Up' },
        ]}
      >
        <TabPanel value="sign-in">
          <SignInForm
            next={goal}
            methods={ways}
            email={email}
            onEmail={setEmail}
            onCode={() => {
              drop()
              show({ tab: 'sign-in', way: 'code' }, false)
            }}
          />
        </TabPanel>
        <TabPanel value="sign-up">
          <SignUpForm
            next={next}
            methods={ways}
            code={code}
            emailed={emailed}
            findCodeProblem={findCodeProblem}
          />
        </TabPanel>
      </Tabs>
    </AuthPage>
  )
}

/** Returns the event and tickets that a person selected before they were redirected here. */
function parsePurchase(next: string | undefined) {
  const [path = '', search = ''] = (next ?? '').split('?')
  const eventId = /^\/events\/([\w-]+)$/.exec(path)?.[1]
  if (eventId === undefined) return undefined
  const address = new URLSearchParams(search)
  return {
    eventId,
    selection: readSelection(address.get('tickets') ?? undefined),
    hasCode: address.has('code'),
  }
}

/**
 * Returns the order summary during a purchase, otherwise the poster. `transferTitle` is the title of the event if the
 * person follows the link of a ticket transfer.
 */
function usePoster(
  next: string | undefined,
  transferTitle: string | undefined,
): { stock: Stock; poster: readonly string[] | ReactElement } {
  const purchase = parsePurchase(next)
  const withZone = useZoneSuffix()
  const { data: site } = useSuspenseQuery(siteQuery())
  const { data: event } = useQuery({
    ...eventQuery(purchase?.eventId ?? ''),
    enabled: purchase !== undefined,
  })
  if (transferTitle !== undefined)
    return { stock: getPaperStock(transferTitle), poster: ['A ticket', 'is waiting', 'for you.'] }
  if (purchase === undefined || event === undefined)
    return { stock: 'yellow', poster: ['The list is', 'closed. Unless', 'you’re on it.'] }
  return {
    stock: getPaperStock(event.title),
    poster: (
      <PurchasePoster
        {...purchase}
        title={event.title}
        imageUrl={event.imageUrl}
        date={
          event.isDateOpen
            ? formatStart(event).both
            : withZone(formatStart(event).both, event.startsAt, event.timezone)
        }
        place={formatVenue(event)}
        ticketTypes={event.ticketTypes}
        terms={{ ...site, currency: event.currency, tax: { mode: event.taxMode, ratePpm: event.taxPpm } }}
      />
    ),
  }
}

const findTransferToken = (next: string | undefined) => /^\/tickets\/([\w-]+)$/.exec(next ?? '')?.[1]

/** Returns the ticket transfer whose link the person followed, with the token of the link. */
function useTransfer(next: string | undefined) {
  const token = findTransferToken(next)
  const { data } = useQuery({ ...transferQuery(token ?? ''), enabled: token !== undefined })
  return token === undefined || data === undefined ? undefined : { ...data, token }
}

/** A link with an invite code opens the sign-up tab. */
function getTab({ tab, code }: AuthSearch): 'sign-in' | 'sign-up' {
  return tab ?? (code === undefined ? 'sign-in' : 'sign-up')
}

function getTitle(search: AuthSearch): string {
  return getTab(search) === 'sign-in' ? 'Sign In' : 'Sign Up'
}

/**
 * Ignores invalid values, but returns every key, because the router keeps omitted keys from the URL as they are. The
 * router parses a numeric code as a number.
 */
function readSearch({ tab, way, next, code }: Record<string, unknown>): AuthSearch {
  const known = tab === 'sign-in' || tab === 'sign-up' ? tab : undefined
  const text = typeof code === 'number' ? String(code) : code
  return {
    tab: known,
    way: way === 'code' ? way : undefined,
    next: typeof next === 'string' ? next : undefined,
    code: typeof text === 'string' ? text : undefined,
  }
}
