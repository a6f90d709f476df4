import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { ListChecks, ScanLine, Search } from 'lucide-react'
import { useNow } from '~/design/use-now'
import { formatClock } from '~/lib/time'
import { mayUndo } from '../rules/answer'
import { readTicketCode } from '~/features/tickets/rules/ticket-code'
import { Icon } from '~/design/icon'
import { AnswerScreen } from './answer-screen'
import { answerWords } from './answer-words'
import { CameraStage } from './camera-stage'
import type { Book } from './check-in-book'
import styles from './check-in.module.css'
import { OfflineStrip } from './check-in-head'
import { allGuests, partiesOf, type Party, tallyOf } from './check-in-attendees'
import { GuestTab } from './guest-tab'
import { LastCheckIn, lastIn } from './last-check-in'
import { MergeScreen } from './merge-screen'
import { PartyDialog } from './party-dialog'
import type { PartyActs } from './party-row'
import { PeoplePanel } from './attendees-panel'
import type { PhoneSettings } from './phone-settings'
import { SearchTab } from './search-tab'
import type { ShiftView } from './shift-view'
import { BackNote, DoublesStrip, ForgetfulStrip, EventOffStrip } from './strips'
import { useDoor } from './use-check-in'
import { type OpenShift, useNews } from './use-shift'

type DoorTab = 'scan' | 'search' | 'guests'

const tabs = [
  { tab: 'scan', label: 'Scan', icon: ScanLine },
  { tab: 'search', label: 'Search', icon: Search },
  { tab: 'guests', label: 'Guest list', icon: ListChecks },
] as const

interface DoorWorkProps {
  eventId: string
  open: OpenShift
  view: ShiftView
  book: Book
  phone: PhoneSettings
  head: (tally: { inside: number; expected: number }) => ReactNode
}

/** Check-in with a list: camera, search and guest list, and the answer above them. */
export function DoorWork({ eventId, open: { shift, clock }, view, book, phone, head }: DoorWorkProps) {
  const { over, isOnline, queued, listAt, back } = view
  const zone = book.event.timezone
  const isWide = useWide()
  // The count of the last 15 minutes changes without check-ins too.
  useNow()
  useNews(eventId, shift)
  const door = useDoor(shift, { isLoud: phone.isLoud, zone })
  const [tab, setTab] = useState<DoorTab>('scan')
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<string>()
  const [isMerging, setIsMerging] = useState(false)
  const now = clock.now()
  const tally = tallyOf(book, over, now)
  const parties = useMemo(() => partiesOf(book, over), [book, over])
  const guests = useMemo(() => allGuests(book, over), [book, over])
  const last = useMemo(() => lastIn(book, over, phone.door ?? ''), [book, over, phone.door])
  const doubles = book.doubles
  const showsMerge = doubles.length > 0 && (isMerging || back !== undefined)
  const party = opened === undefined ? undefined : parties.find(({ key }) => key === opened)

  const acts: PartyActs = {
    zone,
    onOpen: ({ key }) => setOpened(key),
    onUndo: door.undoParty,
    onCheckIn: (chosen: Party) => {
      const { name, guest, tickets } = chosen
      if (!guest)
        door.checkIn(
          name,
          tickets
            .filter(({ status, inAt }) => status === undefined && inAt === undefined)
            .map(({ id }) => id),
        )
      else if (guest.size - guest.arrived === 1) door.arrive(name, guest.id, 1)
      else setOpened(chosen.key)
    },
  }
  const enter = (typed: string, found: readonly Party[]) => {
    const [only, another] = found
    if (readTicketCode(typed) !== undefined) {
      setQuery('')
      door.scan(typed.trim())
    } else if (typed.trim() !== '' && only && !another && !only.isOff && only.inside < only.size)
      acts.onCheckIn(only)
  }
  const search = () => {
    door.next()
    setTab('search')
  }
  const finder = { parties, query, onQuery: setQuery, onEnter: enter, acts }
  const shown = isWide ? 'scan' : tab
  const words =
    door.answer &&
    answerWords(door.answer, {
      event: book.event,
      inWords: `${tally.inside.toLocaleString('en-US')} of ${tally.expected.toLocaleString('en-US')} in`,
      listAt,
    })

  return (
    <>
      <main id="main" className={styles.page} inert={words !== undefined}>
        <h1 className="visually-hidden">Door of {book.event.title}</h1>
        <div className={styles.column}>
          {head(tally)}
          <EventOffStrip state={book.event.state} />
          {!isOnline && <OfflineStrip queued={queued} listAt={listAt} zone={zone} />}
          {view.isForgetful && <ForgetfulStrip />}
          {back && !showsMerge && <BackNote back={back} onRead={shift.readBack} />}
          {!back && doubles.length > 0 && !showsMerge && (
            <DoublesStrip count={doubles.length} onLook={() => setIsMerging(true)} />
          )}
          {showsMerge && shown === 'scan' && (
            <MergeScreen
              back={back}
              doubles={doubles}
              zone={zone}
              onSeen={door.seen}
              onGoOn={() => {
                setIsMerging(false)
                shift.readBack()
              }}
            />
          )}
          {!showsMerge && shown === 'scan' && (
            <>
              <CameraStage
                isReading={words === undefined && !door.isAsking && opened === undefined}
                onCode={door.scan}
                isLoud={phone.isLoud}
                onLoud={phone.setLoud}
                onSearch={search}
              />
              <LastCheckIn
                last={last}
                zone={zone}
                isOffline={!isOnline}
                onUndo={
                  last && mayUndo(last, { now, always: book.event.mayUndoAlways })
                    ? () => door.undo(last.nonce, last.of, last.name)
                    : undefined
                }
              />
            </>
          )}
          {shown === 'search' && <SearchTab {...finder} />}
          {shown === 'guests' && <GuestTab guests={guests} acts={acts} />}
          {!isWide && <DoorTabs current={tab} onChoose={setTab} />}
        </div>
        {isWide && <PeoplePanel {...finder} tally={tally} />}
        <output className="visually-hidden">{door.said}</output>
      </main>
      {words && door.answer && (
        <AnswerScreen
          key={door.answer.nonce}
          words={words}
          clock={formatClock(new Date(door.answer.at).toISOString(), zone)}
          eventId={eventId}
          onNext={door.next}
          onUndo={() => door.answer && door.undo(door.answer.nonce, targetOf(door.answer), words.who)}
          onLetIn={() => door.answer && door.letIn(door.answer)}
          onSearch={search}
        />
      )}
      <PartyDialog
        party={party}
        zone={zone}
        onClose={() => setOpened(undefined)}
        onTicket={({ id, name }) => door.checkIn(name, [id])}
        onArrive={({ id, name }, people) => {
          setOpened(undefined)
          door.arrive(name, id, people)
        }}
        onUndo={door.undo}
      />
    </>
  )
}

const targetOf = ({ ticket, guest }: { ticket: { id: string } | null; guest: { id: string } | null }) => ({
  ...(ticket && { ticketId: ticket.id }),
  ...(guest && { guestId: guest.id }),
})

const WIDE = '(min-width: 64em)'

function useWide(): boolean {
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

/** Tabs at the bottom, within reach of a thumb. */
function DoorTabs({ current, onChoose }: { current: DoorTab; onChoose: (tab: DoorTab) => void }) {
  return (
    <nav className={styles.tabs} aria-label="Door">
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
