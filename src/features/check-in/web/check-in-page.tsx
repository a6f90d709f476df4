import { useEffect, useState } from 'react'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { pluralize } from '~/lib/pluralize'
import { formatClock } from '~/lib/time'
import { CheckInDialog } from './check-in-dialog'
import { CheckInClosed, CheckInLoadingPage } from './check-in-closed'
import { CheckInHead } from './check-in-head'
import type { CheckInPageProps } from './check-in-page-props'
import { CheckInWorkspace } from './check-in-workspace'
import { usePhoneSettings } from './phone-settings'
import { type OpenShift, useShift, useShiftView } from './use-shift'
import { cacheShell } from './cache-shell'

export function CheckInPage(props: CheckInPageProps) {
  const { eventId, person, event } = props
  const phone = usePhoneSettings()
  const open = useShift({
    eventId,
    personId: person.id,
    entrance: phone.entrance ?? '',
    onContradiction: ({ ticket, guest, since }) =>
      notify.error(`${ticket?.name ?? guest?.name ?? 'Someone'} was admitted twice.`, {
        detail: since
          ? `Already checked in at ${formatClock(since.at, event.timezone)}.`
          : 'The server didn’t record this check-in.',
      }),
    onDropped: () => notify.error('One scan couldn’t be sent.'),
  })
  useCachedShell(eventId)
  return open ? <OpenCheckIn {...props} open={open} phone={phone} /> : <CheckInLoadingPage {...props} />
}

type OpenCheckInProps = CheckInPageProps & { open: OpenShift; phone: ReturnType<typeof usePhoneSettings> }

function OpenCheckIn(props: OpenCheckInProps) {
  const { eventId, person, event, counts, back, onSignOut, open, phone } = props
  const view = useShiftView(open.shift)
  const [isNaming, setIsNaming] = useState(false)
  const [leaving, setLeaving] = useState<'away' | 'out'>()
  const { queued } = view
  useConfirmBeforeClosing(queued > 0)
  const needsEntrance = phone.entrance === undefined && view.state === 'ready'
  const leave = (how: 'away' | 'out') => {
    if (how === 'away') window.location.assign(back)
    else onSignOut()
  }
  const renderHead = (tally: { inside: number; expected: number }) => (
    <CheckInHead
      event={view.book?.event ?? event}
      {...tally}
      entrance={phone.entrance}
      back={back}
      onLeave={() => {
        if (queued > 0) setLeaving('away')
        return queued > 0
      }}
      onEntrance={() => setIsNaming(true)}
    />
  )
  const first = {
    inside: counts.tickets.checkedIn + counts.guests.checkedIn,
    expected: counts.tickets.expected + counts.guests.expected,
  }
  return (
    <>
      {view.book ? (
        <CheckInWorkspace
          eventId={eventId}
          open={open}
          view={view}
          book={view.book}
          phone={phone}
          head={renderHead}
        />
      ) : (
        <CheckInClosed state={view.state} head={renderHead(first)} onRetry={() => open.shift.comeOnline()} />
      )}
      <CheckInDialog
        open={isNaming || needsEntrance}
        entrance={phone.entrance ?? ''}
        onClose={() => {
          setIsNaming(false)
          if (phone.entrance === undefined) phone.nameEntrance('')
        }}
        onName={(name) => {
          phone.nameEntrance(name)
          setIsNaming(false)
        }}
        person={
          needsEntrance ? null : (
            <p className="row between small faint">
              <span>Signed in as {person.name}</span>
              <Button
                variant="ghost"
                size="sm"
                onClick={() => {
                  setIsNaming(false)
                  if (queued > 0) setLeaving('out')
                  else leave('out')
                }}
              >
                Sign Out
              </Button>
            </p>
          )
        }
      />
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(isOpen) => !isOpen && setLeaving(undefined)}
        title={leaving === 'out' ? 'Sign out and lose unsent scans?' : 'Leave check-in?'}
        description={`${pluralize(queued, 'scan wasn’t sent yet.', 'scans weren’t sent yet.')} ${
          leaving === 'out'
            ? 'Signing out clears this phone.'
            : 'They stay on this phone and are sent when you open check-in again.'
        }`}
        confirmLabel={leaving === 'out' ? 'Sign out' : 'Leave'}
        danger={leaving === 'out'}
        onConfirm={() => leaving && leave(leaving)}
      />
    </>
  )
}

/**
 * Shows the browser's own confirmation: closing loses nothing, but other phones don't get the queued check-ins until
 * the page is opened again.
 */
function useConfirmBeforeClosing(isRequested: boolean): void {
  useEffect(() => {
    if (!isRequested) return undefined
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmUnload)
    return () => window.removeEventListener('beforeunload', confirmUnload)
  }, [isRequested])
}

/** Caches what the page needs to open without a network, once it has loaded. */
function useCachedShell(eventId: string): void {
  useEffect(() => {
    let isOver = false
    async function cachePage(): Promise<void> {
      // Parts that load on demand would be missing offline. Browsers without a code reader need the bundled one.
      const [reader] = await Promise.all([
        'BarcodeDetector' in globalThis ? undefined : import('./wasm-reader'),
        import('~/design/toast-region'),
      ])
      if (!isOver) await cacheShell(eventId, reader ? [reader.readerFile] : [])
    }
    const start = () => {
      // Online, check-in works without the cache.
      if (!isOver) cachePage().catch(() => undefined)
    }
    const timer = setTimeout(start, 500)
    window.addEventListener('online', start)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('online', start)
    }
  }, [eventId])
}
