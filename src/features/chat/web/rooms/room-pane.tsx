import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { Conversation } from '../messages/conversation'
import type { RoomDetail } from '../../contract-shapes'
import { useWatchRoom } from '../live/use-live'
import { getRoomPaperStock } from '../room-paper-stock'
import { type RoomDialog, RoomDialogs } from './room-dialogs'
import { RoomHead } from './room-head'
import styles from './room-pane.module.css'
import { Clock } from 'lucide-react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShortDate } from '~/lib/time'
import { ClosedComposer } from '../messages/closed-composer'
import { useDeclineInvitation, useJoinRoom, useWithdrawRequest } from './use-room-changes'
import { EmptyBox } from '~/design/empty-state'

type JoinGateProps = {
  room: RoomDetail
  onDeclined: () => void
}

type RoomPaneProps = {
  room: RoomDetail
  meId: string
  isModerator: boolean
  listHref: string
  onLeave: () => void
}

export function RoomPane({ room, meId, isModerator, listHref, onLeave }: RoomPaneProps) {
  useWatchRoom(room)
  const [dialog, setDialog] = useState<RoomDialog>()
  return (
    <section className={classNames(styles.room, `stock-${getRoomPaperStock(room)}`)} aria-label={room.name}>
      <RoomHead room={room} listHref={listHref} onOpen={setDialog} />
      {room.canRead ? (
        <Conversation
          key={room.id}
          room={room}
          meId={meId}
          isModerator={isModerator}
          joinAction={<JoinButton roomId={room.id} />}
        />
      ) : (
        <JoinGate room={room} onDeclined={onLeave} />
      )}
      <RoomDialogs
        room={room}
        meId={meId}
        isModerator={isModerator}
        dialog={dialog}
        onDialogChange={setDialog}
        onLeft={() => room.roomType === 'private' && onLeave()}
      />
    </section>
  )
}

function JoinGate({ room, onDeclined }: JoinGateProps) {
  return (
    <div className={styles.gate}>
      <EmptyBox className={styles.notice}>
        <p className={classNames('title-3', styles.gateTitle)}>You need to join this room to view messages</p>
        <JoinActions room={room} onDeclined={onDeclined} />
      </EmptyBox>
      <ClosedComposer text="Join the room to send messages" />
    </div>
  )
}

function JoinActions({ room, onDeclined }: JoinGateProps) {
  const [openedAt] = useState(() => Date.now())
  const zone = useReaderZone()
  const { withdraw, isWithdrawing } = useWithdrawRequest(room.id)
  const { decline, isDeclining } = useDeclineInvitation(room.id, onDeclined)
  if (room.isInvited)
    return (
      <>
        <p className="small">You are invited.</p>
        <div className={classNames('row wrap', styles.actions)}>
          <Button busy={isDeclining && 'Declining'} onClick={decline}>
            Decline
          </Button>
          <JoinButton roomId={room.id} />
        </div>
      </>
    )
  if (room.request?.state === 'asked')
    return (
      <>
        <output className="row small">
          <Icon of={Clock} />
          Request sent. A room admin will answer it.
        </output>
        <Button busy={isWithdrawing && 'Withdrawing'} onClick={withdraw}>
          Withdraw request
        </Button>
      </>
    )
  const requestAgainAt = room.request?.requestAgainAt ?? null
  if (requestAgainAt !== null && openedAt < Date.parse(requestAgainAt))
    return (
      <output className="small">
        Your request was declined. You can send another request from{' '}
        {formatShortDate(requestAgainAt, zone ?? 'UTC')}.
      </output>
    )
  return (
    <>
      {room.joinBy === 'request' && (
        <p className="small">“Join Room” sends a request. A room admin will accept or decline it.</p>
      )}
      <JoinButton roomId={room.id} />
    </>
  )
}

function JoinButton({ roomId }: { roomId: string }) {
  const { join, isJoining } = useJoinRoom(roomId)
  return (
    <Button variant="primary" busy={isJoining && 'Joining'} onClick={join}>
      Join Room
    </Button>
  )
}
