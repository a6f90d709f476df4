import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { Conversation } from '../messages/conversation'
import type { RoomDetail } from '../../contract-shapes'
import { useWatched } from '../live/use-live'
import { getRoomStock } from '../room-stock'
import { JoinButton, JoinGate } from './join-gate'
import { type RoomDialog, RoomDialogs } from './room-dialogs'
import { RoomHead } from './room-head'
import styles from './room-pane.module.css'

type RoomPaneProps = {
  room: RoomDetail
  meId: string
  isModerator: boolean
  listHref: string
  onLeave: () => void
}

export function RoomPane({ room, meId, isModerator, listHref, onLeave }: RoomPaneProps) {
  useWatched(room)
  const [dialog, setDialog] = useState<RoomDialog>()
  return (
    <section className={classNames(styles.room, `stock-${getRoomStock(room)}`)} aria-label={room.name}>
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
