import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MessageCirclePlus, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { IconButton } from '~/design/icon-button'
import { SearchField } from '~/design/search-field'
import { Skeleton } from '~/design/skeleton'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { useDebouncedQuery } from '~/design/use-debounced-query'
import { offlineSentence } from '~/platform/rpc/errors'
import { ROOM_NAME_MAX } from '../../rules/chat-limits'
import type { ListedRoom } from '../../contract-shapes'
import { roomsQuery } from '../queries'
import { RoomLink } from './room-link'
import { toRoomHref } from './rooms-search'
import styles from './rooms-pane.module.css'

type RoomSection = { title: string; rooms: readonly ListedRoom[] }

const SECTIONS: readonly (readonly [title: string, has: (room: ListedRoom) => boolean])[] = [
  ['PUBLIC ROOMS', (room) => room.roomType === 'public'],
  ['GENRE ROOMS', (room) => room.roomType === 'genre'],
  ['PRIVATE ROOMS', (room) => room.roomType === 'private' && !room.isDirect],
  ['DIRECT MESSAGES', (room) => room.isDirect],
]

const loadNewMessageDialog = () => import('../direct/new-message-dialog')
const loadCreateRoomDialog = () => import('./create-room-dialog')
/** Milliseconds after which a room list that failed to load is requested again. */
const RETRY_MS = 10_000

type RoomsPaneProps = {
  q: string | undefined
  onSearchChange: (q: string | undefined) => void
  currentRoomId: string | undefined
  onCreated: (roomId: string) => void
}

/** CH-01: shows every room the person can see with its unread count, and the buttons for a new message or room. */
export function RoomsPane({ q, onSearchChange, currentRoomId, onCreated }: RoomsPaneProps) {
  const [typed, setTyped] = useDebouncedQuery(q ?? '', (text) => onSearchChange(text || undefined))
  return (
    <section className={styles.pane} aria-label="Rooms" data-client-links>
      <div className={classNames('row between', styles.head)}>
        <h1 className="title-2">Chat</h1>
        <div className={classNames('row', styles.start)}>
          <NewMessageButton onOpened={onCreated} />
          <CreateRoomButton onCreated={onCreated} />
        </div>
      </div>
      <div className={styles.search}>
        <SearchField
          label="Search rooms"
          placeholder="Search rooms..."
          maxLength={ROOM_NAME_MAX}
          shortcut={false}
          value={typed}
          onValueChange={setTyped}
        />
        {typed !== '' && (
          <IconButton
            className={styles.clear}
            size="sm"
            label="Clear search"
            icon={X}
            tooltip={false}
            onClick={() => setTyped('')}
          />
        )}
      </div>
      <RoomList q={q} currentRoomId={currentRoomId} onClear={() => setTyped('')} />
    </section>
  )
}

function NewMessageButton({ onOpened }: { onOpened: (roomId: string) => void }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const part = useLazyModule(loadNewMessageDialog, isOpen !== undefined, () => {
    setIsOpen(undefined)
    notify.error(offlineSentence)
  })
  return (
    <>
      <IconButton
        size="sm"
        variant="quiet"
        label="New message"
        icon={MessageCirclePlus}
        onClick={() => setIsOpen(true)}
      />
      {isOpen !== undefined && part && (
        <part.default
          open={isOpen}
          onClose={() => setIsOpen(false)}
          onOpened={(roomId) => {
            setIsOpen(undefined)
            onOpened(roomId)
          }}
        />
      )}
    </>
  )
}

function CreateRoomButton({ onCreated }: { onCreated: (roomId: string) => void }) {
  // The dialog stays mounted once opened, so that closing it keeps what was typed.
  const [dialog, setDialog] = useState<'open' | 'closed'>()
  const part = useLazyModule(loadCreateRoomDialog, dialog !== undefined, () => {
    setDialog(undefined)
    notify.error(offlineSentence)
  })
  return (
    <>
      <IconButton
        size="sm"
        variant="quiet"
        label="Create New Chat Room"
        icon={Plus}
        onClick={() => setDialog('open')}
      />
      {dialog && part && (
        <part.default
          open={dialog === 'open'}
          onClose={() => setDialog('closed')}
          onCreated={(roomId) => {
            setDialog(undefined)
            onCreated(roomId)
          }}
        />
      )}
    </>
  )
}

type RoomListProps = { q: string | undefined; currentRoomId: string | undefined; onClear: () => void }

function RoomList({ q, currentRoomId, onClear }: RoomListProps) {
  const list = useQuery({
    ...roomsQuery(q ?? ''),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  const rooms = list.data?.rooms
  if (rooms === undefined)
    return list.isError ? (
      <div className={styles.none}>
        <p className="small muted">The rooms couldn’t be loaded yet.</p>
        <Button size="sm" busy={list.isFetching ? 'Trying' : false} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <RoomsLoading />
    )
  return (
    <div aria-busy={list.isPlaceholderData}>
      <output className="visually-hidden">
        {q !== undefined && !list.isPlaceholderData ? describeMatches(rooms.length) : ''}
      </output>
      {rooms.length === 0 && <NoRooms q={q} onClear={onClear} />}
      {groupIntoSections(rooms).map((section) => (
        <RoomSection key={section.title} section={section} q={q} currentRoomId={currentRoomId} />
      ))}
    </div>
  )
}

type SectionProps = { section: RoomSection; q: string | undefined; currentRoomId: string | undefined }

function RoomSection({ section: { title, rooms }, q, currentRoomId }: SectionProps) {
  const id = useId()
  return (
    <>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      <ul aria-labelledby={id}>
        {rooms.map((room) => (
          <RoomLink
            key={room.id}
            room={room}
            href={toRoomHref(room.id, q)}
            isCurrent={room.id === currentRoomId}
          />
        ))}
      </ul>
    </>
  )
}

function NoRooms({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  if (q === undefined)
    return (
      <div className={styles.none}>
        <p className="small muted">No rooms yet. Create the first one with the plus above.</p>
      </div>
    )
  return (
    <div className={styles.none}>
      <p className="small muted">No rooms match “{q}”.</p>
      <Button size="sm" onClick={onClear}>
        Clear search
      </Button>
    </div>
  )
}

function describeMatches(count: number): string {
  return count === 1 ? '1 room found' : `${count} rooms found`
}

function RoomsLoading() {
  return (
    <section className={styles.loading} aria-label="Loading rooms" aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} height="1.75rem" />
      ))}
    </section>
  )
}

/** CH-01: groups the rooms under their headings in the given order; headings without rooms are left out. */
function groupIntoSections(rooms: readonly ListedRoom[]): RoomSection[] {
  const active = rooms.filter((room) => room.isActive)
  return [
    ...SECTIONS.map(([title, has]) => ({ title, rooms: active.filter(has) })),
    { title: 'ARCHIVED ROOMS', rooms: rooms.filter((room) => !room.isActive) },
  ].filter((section) => section.rooms.length > 0)
}
