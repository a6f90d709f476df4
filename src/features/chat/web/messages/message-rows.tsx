import { classNames } from '~/design/class-names'
import { useReaderZone } from '~/design/use-reader-zone'
import { Button } from '~/design/button'
import type { Row } from '../../rules/arrange-messages'
import { formatDayLabel } from '../../rules/day-separators'
import type { ListedMessage } from './listed-message'
import { MessageGroup } from './message-group'
import type { OpenOverlay } from './message-overlay'
import type { PendingActions } from './pending-bubble'
import styles from './message-list.module.css'

type MessageRowsProps = {
  rows: readonly Row<ListedMessage>[]
  meId: string
  now: number | undefined
  currentId: string | undefined
  editedId: string | undefined
  onOpen: OpenOverlay
  onCurrent: (messageId: string) => void
  onUnfold: (messages: readonly ListedMessage[]) => void
  pendingActions: PendingActions
}

export function MessageRows(props: MessageRowsProps) {
  const { rows, meId, now, currentId, editedId, onOpen, onCurrent, onUnfold, pendingActions } = props
  // Returns the id only for the group that contains the message, so that the other groups don't render again.
  const findAmong = (messages: readonly ListedMessage[], id: string | undefined) =>
    messages.some(({ message }) => message?.id === id) ? id : undefined
  return rows.map((row) => {
    switch (row.kind) {
      case 'day':
        return <DaySeparator key={row.key} at={row.at} now={now} />
      case 'new':
        return (
          <p key={row.key} className={classNames(styles.separator, styles.newMessages)}>
            <span>New</span>
          </p>
        )
      case 'folded':
        return (
          <FoldedMessages key={row.key} count={row.messages.length} onShow={() => onUnfold(row.messages)} />
        )
      default:
        return (
          <MessageGroup
            key={row.key}
            messages={row.messages}
            isOwn={row.senderId === meId}
            currentId={findAmong(row.messages, currentId)}
            editedId={findAmong(row.messages, editedId)}
            onOpen={onOpen}
            onCurrent={onCurrent}
            pendingActions={pendingActions}
          />
        )
    }
  })
}

/** CH-06: a line with the day of the messages below it. `now` is undefined on the server. */
function DaySeparator({ at, now }: { at: string; now: number | undefined }) {
  const zone = useReaderZone()
  return (
    <p className={styles.separator}>
      <time dateTime={at} className={zone && now ? undefined : styles.unknownTime}>
        {zone && now ? formatDayLabel(at, new Date(now), zone) : at.slice(0, 10)}
      </time>
    </p>
  )
}

function FoldedMessages({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <p className={classNames('small faint', styles.folded)}>
      {count === 1 ? '1 message' : `${count} messages`} from a person you hide
      <Button size="sm" variant="ghost" onClick={onShow}>
        Show
      </Button>
    </p>
  )
}
