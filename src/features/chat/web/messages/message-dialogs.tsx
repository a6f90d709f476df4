import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import type { ChatMessage, RoomDetail } from '../../contract-shapes'
import { getSenderName } from './listed-message'
import type { OpenOverlay, MessageOverlay } from './message-overlay'

type MessageDialogsProps = {
  opened: MessageOverlay | undefined
  room: RoomDetail
  meId: string
  isModerator: boolean
  onOpen: OpenOverlay
}

const load = () => import('./message-menu')
const loadCard = () => import('./person-card')
const loadDelete = () => import('./delete-message-dialog')
const loadReport = () => import('../report/report-dialog')
const loadHide = () => import('../moderation/actions/hide-message-dialog')
const loadMute = () => import('../moderation/actions/mute-dialog')
const loadBan = () => import('../moderation/actions/ban-dialog')

export function MessageDialogs({ opened, room, meId, isModerator, onOpen }: MessageDialogsProps) {
  const close = () => onOpen(undefined)
  const fail = () => {
    close()
    notify.error('That couldn’t be loaded. Check your connection and try again.')
  }
  const kind = opened?.kind
  const Menu = useLazyModule(load, kind === 'menu', fail)?.default
  const Card = useLazyModule(loadCard, kind === 'person', fail)?.default
  const Delete = useLazyModule(loadDelete, kind === 'delete', fail)?.default
  const Report = useLazyModule(loadReport, kind === 'report', fail)?.default
  const Hide = useLazyModule(loadHide, kind === 'hide', fail)?.default
  const Mute = useLazyModule(loadMute, kind === 'mute', fail)?.default
  const Ban = useLazyModule(loadBan, kind === 'ban', fail)?.default
  if (!opened) return null
  const { message } = opened
  const person = { id: message.sender?.id ?? '', name: getSenderName(message.sender) }
  switch (opened.kind) {
    case 'menu':
      return Menu && <Menu {...{ message, anchor: opened.anchor, room, meId, onOpen }} />
    case 'person':
      return (
        Card && (
          <Card
            person={person}
            avatarUrl={message.sender?.avatarUrl}
            anchor={opened.anchor}
            onClose={close}
          />
        )
      )
    case 'delete':
      return Delete && <Delete message={message} onClose={close} />
    case 'report':
      return Report && <Report about={toReportSubject(message, room)} open onClose={close} />
    case 'hide':
      return (
        Hide && (
          <Hide
            message={{ id: message.id, senderName: person.name, isHidden: message.isHidden }}
            open
            onClose={close}
          />
        )
      )
    case 'mute':
      return Mute && <Mute person={person} room={room} isModerator={isModerator} open onClose={close} />
    case 'ban':
      return Ban && <Ban person={person} room={room} open onClose={close} />
    default:
      return null
  }
}

const toReportSubject = (message: ChatMessage, room: RoomDetail) => ({
  kind: 'message' as const,
  messageId: message.id,
  text: message.content ?? '',
  at: message.createdAt,
  senderName: getSenderName(message.sender),
  roomName: room.direct ? null : room.name,
})
