import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { ListChecks, ScanLine, Search } from 'lucide-react'
import { useNow } from '~/design/use-now'
import { formatClock } from '~/lib/time'
import { canUndo } from '../rules/decide-scan'
import { parseTicketCode } from '~/features/tickets/rules/ticket-code'
import { Icon } from '~/design/icon'
import { ResultScreen } from './result-screen'
import { describeResult } from './describe-result'
import { CameraStage } from './camera-stage'
import type { Book } from './phone-check-in-list'
import styles from './check-in.module.css'
import { OfflineStrip } from './check-in-head'
import { listGuests, listParties, type Party, countAttendees } from './check-in-attendees'
import { GuestTab } from './guest-tab'
import { LastCheckIn, findLastCheckIn } from './last-check-in'
import { OfflineReviewScreen } from './offline-review-screen'
import { PartyDialog } from './party-dialog'
import type { PartyActions } from './attendee-row'
import { AttendeesPanel } from './attendees-panel'
import type { PhoneSettings } from './phone-settings'
import { SearchTab } from './search-tab'
import type { ShiftView } from './shift-view'
import { BackOnlineNote, DuplicatesStrip, NoStorageStrip, EventOffStrip } from './notice-strips'
import { useCheckIn } from './use-check-in'
import { type OpenShift, useRefreshedList } from './use-shift'

type CheckInTab = 'scan' | 'search' | 'guests'

const tabs = [
  { tab: 'scan', label: 'Scan', icon: ScanLine },
  { tab: 'search', label: 'Search', icon: Search },
  { tab: 'guests', label: 'Guest list', icon: ListChecks },
] as const

interface CheckInWorkProps {
  eventId: string
  open: OpenShift
  view: ShiftView
  book: Book
  phone: PhoneSettings
  head: (tally: { inside: number; expected: number }) => ReactNode
}

/** Check-in with a list: camera, search and guest list, and the result above them. */
export function CheckInWorkspace({
  eventId,
  open: { shift, clock },
  view,
  book,
  phone,
  head,
}: CheckInWorkProps) {
  const { overlay, isOnline, queued, listAt, back } = view
  const zone = book.event.timezone
  const isWide = useIsWideScreen()
  // Renders again as time passes: check-ins drop out of the count of the last 15 minutes.
  useNow()
  useRefreshedList(eventId, shift)
  const work = useCheckIn(shift, { isLoud: phone.isLoud, zone })
  const [tab, setTab] = useState<CheckInTab>('scan')
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<string>()
  const [isMerging, setIsMerging] = useState(false)
  const now = clock.now()
  const tally = countAttendees(book, overlay, now)
  const parties = useMemo(() => listParties(book, overlay), [book, overlay])
  const guests = useMemo(() => listGuests(book, overlay), [book, overlay])
  const last = useMemo(
    () => findLastCheckIn(book, overlay, phone.entrance ?? ''),
    [book, overlay, phone.entrance],
  )
  const duplicates = book.duplicates
  const showsMerge = duplicates.length > 0 && (isMerging || back !== undefined)
  const party = opened === undefined ? undefined : parties.find(({ key }) => key === opened)

  const acts: PartyActions = {
    zone,
    onOpen: ({ key }) => setOpened(key),
    onUndo: work.undoParty,
    onCheckIn: (chosen: Party) => {
      const { name, guest, tickets } = chosen
      if (!guest)
        work.checkIn(
          name,
          tickets
            .filter(({ status, checkedInAt }) => status === undefined && checkedInAt === undefined)
            .map(({ id }) => id),
        )
      else if (guest.size - guest.arrived === 1) work.arrive(name, guest.id, 1)
      else setOpened(chosen.key)
    },
  }
  const enter = (typed: string, found: readonly Party[]) => {
    const [only, another] = found
    if (parseTicketCode(typed) !== undefined) {
      setQuery('')
      work.scan(typed.trim())
    } else if (typed.trim() !== '' && only && !another && !only.isOff && only.inside < only.size)
      acts.onCheckIn(only)
  }
  const search = () => {
    work.next()
    setTab('search')
  }
  const finder = { parties, query, onQuery: setQuery, onEnter: enter, acts }
  const shown = isWide ? 'scan' : tab
  const text =
    work.result &&
    describeResult(work.result, {
      event: book.event,
      countLabel: `${tally.inside.toLocaleString('en-US')} of ${tally.expected.toLocaleString('en-US')} in`,
      listAt,
    })

  return (
    <>
      <main id="main" className={styles.page} inert={text !== undefined}>
        <h1 className="visually-hidden">Check-in for {book.event.title}</h1>
        <div className={styles.column}>
          {head(tally)}
          <EventOffStrip state={book.event.state} />
          {!isOnline && <OfflineStrip queued={queued} listAt={listAt} zone={zone} />}
          {view.isForgetful && <NoStorageStrip />}
          {back && !showsMerge && <BackOnlineNote back={back} onRead={shift.readBack} />}
          {!back && duplicates.length > 0 && !showsMerge && (
            <DuplicatesStrip count={duplicates.length} onReview={() => setIsMerging(true)} />
          )}
          {showsMerge && shown === 'scan' && (
            <OfflineReviewScreen
              back={back}
              duplicates={duplicates}
              zone={zone}
              onSeen={work.seen}
              onGoOn={() => {
                setIsMerging(false)
                shift.readBack()
              }}
            />
          )}
          {!showsMerge && shown === 'scan' && (
            <>
              <CameraStage
                isReading={text === undefined && !work.isPending && opened === undefined}
                onCode={work.scan}
                isLoud={phone.isLoud}
                onLoud={phone.setLoud}
                onSearch={search}
              />
              <LastCheckIn
                last={last}
                zone={zone}
                isOffline={!isOnline}
                onUndo={
                  last && canUndo(last, { now, always: book.event.canAlwaysUndo })
                    ? () => work.undo(last.nonce, last.target, last.name)
                    : undefined
                }
              />
            </>
          )}
          {shown === 'search' && <SearchTab {...finder} />}
          {shown === 'guests' && <GuestTab guests={guests} acts={acts} />}
          {!isWide && <CheckInTabs current={tab} onChoose={setTab} />}
        </div>
        {isWide && <AttendeesPanel {...finder} tally={tally} />}
        <output className="visually-hidden">{work.announcement}</output>
      </main>
      {text && work.result && (
        <ResultScreen
          key={work.result.nonce}
          text={text}
          clock={formatClock(new Date(work.result.at).toISOString(), zone)}
          eventId={eventId}
          onNext={work.next}
          onUndo={() => work.result && work.undo(work.result.nonce, toTarget(work.result), text.name)}
          onAdmit={() => work.result && work.admitAnyway(work.result)}
          onSearch={search}
        />
      )}
      <PartyDialog
        party={party}
        zone={zone}
        onClose={() => setOpened(undefined)}
        onTicket={({ id, name }) => work.checkIn(name, [id])}
        onArrive={({ id, name }, people) => {
          setOpened(undefined)
          work.arrive(name, id, people)
        }}
        onUndo={work.undo}
      />
    </>
  )
}

const toTarget = ({ ticket, guest }: { ticket: { id: string } | null; guest: { id: string } | null }) => ({
  ...(ticket && { ticketId: ticket.id }),
  ...(guest && { guestId: guest.id }),
})

const WIDE = '(min-width: 64em)'

function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(WIDE)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE).matches,
    () => false,
  )
}

/** Tabs at the bottom, within thumb reach. */
function CheckInTabs({ current, onChoose }: { current: CheckInTab; onChoose: (tab: CheckInTab) => void }) {
  return (
    <nav className={styles.tabs} aria-label="Check-in">
      {tabs.map(({ tab, label, icon }) => (
        <button
          key={tab}
          type="button"
          aria-current={tab === current ? 'page' : undefined}
          onClick={() => onChoose(tab)}
        >
          <Icon of={icon} />
          {label}
        </button>
      ))}
    </nav>
  )
}
