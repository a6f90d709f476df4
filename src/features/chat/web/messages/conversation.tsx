import { type ReactNode, useMemo, useRef, useState } from 'react'
import { NeedsScript } from '~/design/needs-script'
import type { RoomDetail } from '../../contract-shapes'
import { useOutbox } from '../outbox/use-outbox'
import { Composer } from './composer'
import { ConversationNotice } from './conversation-notice'
import { MessageDialogs } from './message-dialogs'
import { MessageList, type MessageListHandle } from './message-list'
import { MessagesFailed, MessagesLoading } from './messages-loading'
import type { Opened } from './opened'
import { Silence } from './silence'
import { useComposerFocus } from './use-composer-focus'
import { useReturnedFocus } from './use-returned-focus'
import { useRoomMessages } from './use-room-messages'
import './messages.css'
import './message-bubble.css'
import './composer.css'

export type ConversationProps = {
  /** As `rooms.get` answers it, `mayRead` being true. */
  room: RoomDetail
  /** The reader's id. */
  meId: string
  /** Moderators and admins of the site: they mute everywhere, a room's admin in the room. */
  isModerator: boolean
  /** The button that joins, beside 'Join the room to send messages'. */
  joinAction?: ReactNode | undefined
}

/** The messages of a room, oldest first, and the composer. */
export function Conversation({ room, meId, isModerator, joinAction }: ConversationProps) {
  const { messages, older, isFailed, retry } = useRoomMessages(room.id)
  const {
    pending,
    send: sendOut,
    retry: retryOne,
    discard,
    takeBack,
  } = useOutbox({ personId: meId, roomId: room.id })
  const [opened, setOpened] = useState<Opened>()
  const list = useRef<MessageListHandle>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  const lastOwn = messages?.findLast(({ sender }) => sender?.id === meId)
  const pendingActions = useMemo(
    () => ({
      onRetry: retryOne,
      onDiscard: discard,
      onTakeBack: (clientId: string) => {
        takeBack(clientId)
        field.current?.focus()
      },
    }),
    [retryOne, discard, takeBack],
  )
  const send = (text: string) => {
    sendOut(text)
    list.current?.goToNewest()
  }
  const editLast = () => {
    if (lastOwn && !lastOwn.isHidden) setOpened({ kind: 'edit', message: lastOwn })
  }
  const lastAt = pending.findLast(({ state }) => state === 'sending')?.at ?? lastOwn?.createdAt
  useReturnedFocus(opened, field)
  useComposerFocus(field)
  return (
    <div className="talk">
      {!messages && (isFailed ? <MessagesFailed onRetry={retry} /> : <MessagesLoading />)}
      {messages && (
        <MessageList
          ref={list}
          room={room}
          meId={meId}
          messages={messages}
          pending={pending}
          pendingActions={pendingActions}
          older={older}
          editedId={opened?.kind === 'edit' ? opened.message.id : undefined}
          onOpen={setOpened}
        />
      )}
      <ConversationNotice roomId={room.id} />
      {room.silence ? (
        <Silence room={room} joinAction={joinAction} />
      ) : (
        <>
          <NeedsScript action="Sending messages" />
          <Composer
            room={room}
            meId={meId}
            field={field}
            lastAt={lastAt}
            onSend={send}
            onEditLast={editLast}
          />
        </>
      )}
      <MessageDialogs opened={opened} room={room} meId={meId} isModerator={isModerator} onOpen={setOpened} />
    </div>
  )
}
